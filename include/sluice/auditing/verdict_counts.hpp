#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "sluice/filter.hpp"

namespace sluice {

/// How many of the verdicts are `repeat`. Eight at a time: a verdict is a byte 0 or 1, and bytes
/// are added side by side until they might overflow.
inline std::uint64_t count_repeats(std::span<const verdict> verdicts) noexcept {
  constexpr std::size_t lanes = sizeof(std::uint64_t);
  std::uint64_t sum = 0;
  while (verdicts.size() >= lanes) {
    const std::size_t words = std::min<std::size_t>(verdicts.size() / lanes, UINT8_MAX);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, verdicts.data() + i * lanes, lanes);
      bytes += word;
    }
    const std::uint64_t pairs = (bytes & 0x00ff00ff00ff00ff) + ((bytes >> 8) & 0x00ff00ff00ff00ff);
    sum += (pairs * 0x0001000100010001) >> 48;
    verdicts = verdicts.subspan(words * lanes);
  }
  for (const verdict each : verdicts) sum += each == verdict::repeat;
  return sum;
}

}  // namespace sluice
