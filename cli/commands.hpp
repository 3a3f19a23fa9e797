#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace sluice::cli {

/// All commands; the first is the main job, which goes without a name.
std::vector<std::unique_ptr<command>> all_commands();

}  // namespace sluice::cli
