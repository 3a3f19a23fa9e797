#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sluice/digest.hpp"

namespace sluice {

/// Which keys are followed: a share of 1/2, again and again. The keys of a smaller share are among
/// those of every larger one.
///
/// The digest's sample bits decide: first the lower 16 of them as a number, which must be small,
/// because that is the fastest to test; for shares beyond 2^-16 the others must be 0 besides.
struct sampling {
  std::uint64_t halvings = 0;

  static constexpr std::uint64_t most_halvings = digest::sample_bits;

  /// Of the share asked for, or the next one below.
  static sampling at_most(double share) noexcept {
    sampling found;
    while (found.share() > share && found.halvings < most_halvings) ++found.halvings;
    return found;
  }

  double share() const noexcept { return std::ldexp(1.0, -static_cast<int>(halvings)); }

  /// A key whose lowest 16 bits are more is not followed.
  std::uint16_t highest() const noexcept {
    return static_cast<std::uint16_t>(UINT16_MAX >> std::min<std::uint64_t>(halvings, 16));
  }

  bool follows(const digest& key) const noexcept {
    const std::uint64_t others = halvings > 16 ? (1ULL << halvings) - (1ULL << 16) : 0;
    return static_cast<std::uint16_t>(key.low) <= highest() && (key.low & others) == 0;
  }
};

}  // namespace sluice
