#include "documents/documents.hpp"
#include "documents/flags.hpp"
#include "help.hpp"

namespace sluice::cli {
namespace {

/// Text that troff takes as it is. A line must not begin with a dot or a quote.
std::string plain(const std::string& text) {
  std::string safe;
  for (const char each : text) {
    if (each == '\\') {
      safe += "\\e";
    } else if (each == '-') {
      safe += "\\-";
    } else if (each == '\'') {
      safe += "\\(aq";
    } else {
      safe += each;
    }
  }
  return (safe.starts_with('.') ? "\\&" : "") + safe;
}

std::string option_entry(const option& row) {
  std::string flags;
  for (const std::string& flag : flags_of(row)) {
    flags += (flags.empty() ? "" : ", ") + ("\\fB" + plain(flag) + "\\fR");
  }
  const std::string value = row.value.empty() ? "" : " \\fI" + plain(row.value) + "\\fR";
  return ".TP\n" + flags + value + "\n" + plain(row.help) + "\n";
}

std::string section(command& subject) {
  const description about = subject.about();
  std::string text = ".SH " + (about.name.empty() ? "DESCRIPTION" : "SLUICE " + about.name) + "\n";
  if (!about.name.empty()) text += ".B " + plain(usage(about)) + "\n.PP\n";
  text += plain(about.summary) + "\n";
  for (const std::string& note : about.notes) text += ".PP\n" + plain(note) + "\n";
  text += ".SS Options\n";
  for (const option& row : all_options(subject)) text += option_entry(row);
  text += ".SS Examples\n";
  for (const auto& [line, what] : about.examples) {
    text += ".TP\n.B " + plain(line) + "\n" + plain(what) + "\n";
  }
  return text;
}

}  // namespace

std::string man_page(command_list commands) {
  std::string text =
      ".TH SLUICE 1 \"\" \"sluice " SLUICE_VERSION
      "\" \"User Commands\"\n.SH NAME\n"
      "sluice \\- let each record of a stream through once, in fixed memory\n.SH SYNOPSIS\n";
  for (const auto& each : commands) text += ".B " + plain(usage(each->about())) + "\n.br\n";
  for (const auto& each : commands) text += section(*each);
  return text + ".SH SEE ALSO\n.BR sort (1),\n.BR uniq (1)\n";
}

}  // namespace sluice::cli
