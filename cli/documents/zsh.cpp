#include "documents/documents.hpp"
#include "documents/flags.hpp"

namespace sluice::cli {
namespace {

/// What _arguments says of a value: a choice, a file, or only its name.
std::string value_of(const option& row) {
  if (row.value.empty()) return "";
  if (!row.choices.empty()) {
    return ":" + row.value + ":(" + escaped(joined(row.choices), ":", '\\') + ")";
  }
  return ":" + row.value + ":" + (row.value == "FILE" ? "_files" : "");
}

/// In single quotes for the shell.
std::string zsh_quoted(const std::string& text) {
  std::string safe = "'";
  for (const char each : text) {
    if (each == '\'') safe += "'\\'";
    safe += each;
  }
  return safe += "'";
}

/// Both spellings of an option, each ruling out the other unless it may be repeated.
std::string specification(const option& row) {
  const auto flags = flags_of(row);
  const std::string front = row.repeatable ? "*" : "(" + joined(flags) + ")";
  const std::string help = "[" + escaped(row.help, "[]:", '\\') + "]" + value_of(row);
  std::string lines;
  for (const std::string& flag : flags) {
    std::string whole = front;
    whole.append(flag).append(help);
    lines.append("      ").append(zsh_quoted(whole)).append(" \\\n");
  }
  return lines;
}

std::string zsh_case(command& subject) {
  const description about = subject.about();
  std::string text =
      "    " + (about.name.empty() ? "*" : about.name) + ")\n    _arguments -s -S \\\n";
  for (const option& row : all_options(subject)) text += specification(row);
  return text + (about.arguments.empty() ? "      ;;\n" : "      '*:file:_files' ;;\n");
}

}  // namespace

std::string zsh_completion(command_list commands) {
  std::string cases;
  for (const auto& each : commands.subspan(1)) cases += zsh_case(*each);
  return "#compdef sluice\n# zsh completion for sluice; generated\n_sluice() {\n"
         "  case ${words[2]} in\n" +
         cases + zsh_case(*commands.front()) + "  esac\n}\n_sluice \"$@\"\n";
}

}  // namespace sluice::cli
