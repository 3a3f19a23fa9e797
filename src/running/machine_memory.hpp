#pragma once

#include <cstdint>

namespace sluice {

/// The memory this process may have: the machine's, or its control group's if that is less.
std::uint64_t machine_memory();

}  // namespace sluice
