#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "command.hpp"

namespace sluice::cli {

/// "sluice plan [options] [file...]"
std::string usage(const description& about);

/// What --help says: examples first. `others` are listed below the main job's.
std::string help(command& subject, std::span<const std::unique_ptr<command>> others);

/// "-m, --memory SIZE"
std::string spelled(const option& row);

}  // namespace sluice::cli
