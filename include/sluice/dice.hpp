#pragma once

#include <cstdint>

#include "sluice/probing.hpp"

namespace sluice {

/// The random choices that belong to one record: a function of the filter's seed and the record's
/// number alone. So a filter may look ahead, a batch means the same as its records one by one, and
/// a snapshot of seed and record count continues the very same sequence.
///
/// SplitMix64 (Steele, Lea, Flood 2014), started at a mixed place for each record.
class dice {
 public:
  constexpr dice(std::uint64_t seed, std::uint64_t record) noexcept
      : state_(mix(seed + record * stride)) {}

  constexpr std::uint64_t word() noexcept { return mix(state_ += stride); }

  /// Uniform in [0, range).
  constexpr std::uint64_t below(std::uint64_t range) noexcept { return reduce(word(), range); }

  /// True with the probability numerator / denominator (1 where that is more).
  constexpr bool chance(std::uint64_t numerator, std::uint64_t denominator) noexcept {
    return below(denominator) < numerator;
  }

  /// Uniform in [0, 1).
  constexpr double fraction() noexcept { return static_cast<double>(word() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t stride = 0x9e3779b97f4a7c15;

  static constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace sluice
