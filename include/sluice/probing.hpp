#pragma once

#include <cstdint>

namespace sluice {

__extension__ using uint128 = unsigned __int128;

/// Maps a uniform 64-bit word to [0, range) without division (Lemire 2019): its leading bits
/// decide.
constexpr std::uint64_t reduce(std::uint64_t word, std::uint64_t range) noexcept {
  return static_cast<std::uint64_t>((static_cast<uint128>(word) * range) >> 64);
}

/// Asks for the cache line that will soon be written.
inline void prefetch(const void* address) noexcept {
  __builtin_prefetch(address, 1, 3);
  // GCC takes a function that does nothing but prefetch for one without effect and drops its
  // calls; an empty volatile statement keeps them.
  asm volatile("" : : "r"(address));
}

}  // namespace sluice
