#pragma once

#include <cstdint>

namespace sluice::testing {

/// Calls of operator new, and bytes asked for by them, since the program began.
std::uint64_t allocations();
std::uint64_t allocated_bytes();

}  // namespace sluice::testing
