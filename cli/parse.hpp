#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"

namespace sluice::cli {

/// What a command line asks for.
enum class request { run, help, version };

/// Hands options and arguments to the command. `words` are those behind its name.
result<request> parse(command& subject, std::vector<std::string> words);

/// The rows that every command has, for those who list them.
std::vector<option> common_options();

}  // namespace sluice::cli
