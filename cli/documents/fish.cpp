#include "documents/documents.hpp"
#include "documents/flags.hpp"

namespace sluice::cli {
namespace {

std::string fish_quoted(const std::string& text) {
  return "'" + escaped(text, "\\'", '\\') + "'";
}

std::string line(const std::string& condition, const option& row) {
  std::string text = "complete -c sluice -n " + fish_quoted(condition);
  for (const std::string& flag : flags_of(row)) {
    text += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
  }
  if (!row.choices.empty()) {
    text += " -x -a " + fish_quoted(joined(row.choices));
  } else if (!row.value.empty()) {
    text += row.value == "FILE" ? " -r -F" : " -x";
  }
  return text + " -d " + fish_quoted(row.help) + "\n";
}

}  // namespace

std::string fish_completion(command_list commands) {
  std::string text = "# fish completion for sluice; generated\n";
  std::vector<std::string> names;
  for (const auto& each : commands.subspan(1)) {
    const std::string name = each->about().name;
    names.push_back(name);
    text += "complete -c sluice -n __fish_use_subcommand -a " + name + " -d " +
            fish_quoted(each->about().summary) + "\n";
    for (const option& row : all_options(*each)) {
      text += line("__fish_seen_subcommand_from " + name, row);
    }
  }
  const std::string main_job =
      names.empty() ? "true" : "not __fish_seen_subcommand_from " + joined(names);
  for (const option& row : all_options(*commands.front())) text += line(main_job, row);
  return text;
}

}  // namespace sluice::cli
