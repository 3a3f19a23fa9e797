#include "documents/documents.hpp"
#include "documents/flags.hpp"

namespace sluice::cli {
namespace {

/// What follows an option: a choice, a file, or something only the user knows.
std::string value_case(const option& row) {
  if (row.value.empty()) return "";
  const std::string pattern = "      " + joined(flags_of(row), "|") + ") ";
  if (!row.choices.empty()) {
    return pattern + "COMPREPLY=($(compgen -W '" + joined(row.choices) +
           "' -- \"$word\")); return ;;\n";
  }
  if (row.value == "FILE") return pattern + "COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n";
  return pattern + "return ;;\n";
}

std::string bash_case(command& subject) {
  std::string cases;
  std::vector<std::string> flags;
  for (const option& row : all_options(subject)) {
    cases += value_case(row);
    for (const std::string& flag : flags_of(row)) flags.push_back(flag);
  }
  const std::string name = subject.about().name;
  return "  " + (name.empty() ? "*" : name) + ")\n    case $before in\n" + cases +
         "    esac\n    flags='" + joined(flags) + "' ;;\n";
}

}  // namespace

std::string bash_completion(command_list commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const auto& each : commands.subspan(1)) {
    names.push_back(each->about().name);
    cases += bash_case(*each);
  }
  cases += bash_case(*commands.front());
  return "# bash completion for sluice; generated\n"
         "_sluice() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags names=\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  if [[ $COMP_CWORD == 1 ]]; then names='" +
         joined(names) +
         "'; fi\n"
         "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$flags\" -- \"$word\")); return; "
         "fi\n"
         "  COMPREPLY=($(compgen -W \"$names\" -- \"$word\") $(compgen -f -- \"$word\"))\n"
         "}\n"
         "complete -o filenames -F _sluice sluice\n";
}

}  // namespace sluice::cli
