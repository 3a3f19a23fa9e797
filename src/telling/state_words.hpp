#pragma once

#include <cstdint>
#include <string>

#include "sluice/snapshot/header.hpp"

namespace sluice {

/// What is in a state file of that size, for a person: a line each.
std::string in_words(const snapshot_header& header, std::uint64_t bytes);

/// The same for programs: a JSON object in one line. A secret is only said to be there.
std::string state_json(const snapshot_header& header, std::uint64_t bytes);

}  // namespace sluice
