// Writes the man page and the completions out of the table of options. Usage: FOLDER

#include <cstdio>
#include <fstream>
#include <string>

#include "commands.hpp"
#include "documents/documents.hpp"

int main(int argc, char** argv) {
  using namespace sluice::cli;
  if (argc != 2) return std::fputs("usage: sluice-documents FOLDER\n", stderr), 2;
  const auto commands = all_commands();
  const std::string folder = std::string(argv[1]) + "/";
  std::ofstream(folder + "sluice.1") << man_page(commands);
  std::ofstream(folder + "sluice.bash") << bash_completion(commands);
  std::ofstream(folder + "_sluice") << zsh_completion(commands);
  return std::ofstream(folder + "sluice.fish") << fish_completion(commands) ? 0 : 1;
}
