#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "sluice/result.hpp"

namespace sluice {

/// Looks whether all of them can be read, before hours are spent on the first. Their size together,
/// where all are regular files.
result<std::optional<std::uint64_t>> look_at(std::span<const std::string> paths);

/// Refuses to write where it reads from. `output` as for sink::open().
std::optional<error> refuse_to_overwrite(std::span<const std::string> paths,
                                         const std::string& output);

}  // namespace sluice
