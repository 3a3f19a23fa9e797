#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sluice {

/// All that changes in a thing while it works, open to be read and overwritten: some numbers, each
/// with a name that never changes its meaning, and one piece of memory of a fixed size. What
/// follows from these two is not in it.
struct state_view {
  struct number {
    std::string_view name;
    std::uint64_t* value;
  };

  std::vector<number> numbers;
  std::span<std::byte> cells;
};

}  // namespace sluice
