#pragma once

#include <memory>
#include <span>
#include <string>

#include "command.hpp"

namespace sluice::cli {

using command_list = std::span<const std::unique_ptr<command>>;

/// The man page, section 1, in troff.
std::string man_page(command_list commands);

// What each shell offers behind TAB.
std::string bash_completion(command_list commands);
std::string zsh_completion(command_list commands);
std::string fish_completion(command_list commands);

}  // namespace sluice::cli
