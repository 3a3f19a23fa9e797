#include "help.hpp"

#include <algorithm>
#include <sstream>

#include "parse.hpp"

namespace sluice::cli {
namespace {

constexpr std::size_t columns = 96;
constexpr std::size_t help_column = 28;

/// The text in lines, each behind an indent; the first line continues at `used`.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t used = 0) {
  std::string lines;
  std::istringstream words(text);
  std::size_t column = used;
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() > columns) {
      lines += '\n';
      column = 0;
    }
    const std::size_t gap = column < indent ? indent - column : column == 0 ? 0 : 1;
    lines += std::string(gap, ' ') + word;
    column += gap + word.size();
  }
  return lines + '\n';
}

std::string option_lines(const option& row) {
  const std::string left = "  " + spelled(row);
  const bool fits = left.size() + 2 <= help_column;
  return left + (fits ? "" : "\n") + wrapped(row.help, help_column, fits ? left.size() : 0);
}

}  // namespace

std::string spelled(const option& row) {
  std::string text = row.flags;
  if (const auto comma = text.find(','); comma != std::string::npos) text.insert(comma + 1, " ");
  if (!text.starts_with("--")) return text + (row.value.empty() ? "" : " ") + row.value;
  return "    " + text + (row.value.empty() ? "" : " ") + row.value;
}

std::string usage(const description& about) {
  return "sluice " + (about.name.empty() ? "" : about.name + " ") + "[options]" +
         (about.arguments.empty() ? "" : " " + about.arguments);
}

std::string help(command& subject, std::span<const std::unique_ptr<command>> others) {
  const description about = subject.about();
  std::string text = wrapped(about.summary, 0) + "\nUsage: " + usage(about) + "\n\nExamples:\n";
  for (const auto& [line, what] : about.examples) text += "  " + line + "\n" + wrapped(what, 6);
  text += "\nOptions:\n";
  for (const option& row : subject.options()) text += option_lines(row);
  for (const option& row : common_options()) text += option_lines(row);
  for (const std::string& note : about.notes) text += "\n" + wrapped(note, 0);
  if (!others.empty()) text += "\nCommands, each with --help:\n";
  for (const auto& other : others) {
    const std::string left = "  sluice " + other->about().name;
    text += left + wrapped(other->about().summary, help_column, left.size());
  }
  return text;
}

}  // namespace sluice::cli
