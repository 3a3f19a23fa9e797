#pragma once

#include <cstdint>
#include <limits>

#include "sluice/probing.hpp"

namespace sluice {

/// What was counted of one key. Counts stay at their highest number rather than overflow.
template <class Count>
struct key_tally {
  Count passed = 0;   ///< records called fresh
  Count missed = 0;   ///< of these, repeats
  Count dropped = 0;  ///< records called repeats that were none

  void add(bool pass, bool miss, bool drop) noexcept {
    if (passed == most || dropped == most) return;
    passed = static_cast<Count>(passed + pass);
    missed = static_cast<Count>(missed + miss);
    dropped = static_cast<Count>(dropped + drop);
  }

  bool possible() const noexcept { return missed <= passed; }

 private:
  static constexpr Count most = std::numeric_limits<Count>::max();
};

/// Sums over keys, and sums of squares and products, from which variances between keys follow. All
/// are whole numbers: the order in which keys were added never matters.
struct tally_sums {
  std::uint64_t fresh = 0;          ///< keys that came for the first time
  std::uint64_t fresh_dropped = 0;  ///< of these, called repeats
  std::uint64_t passed = 0;
  std::uint64_t missed = 0;
  std::uint64_t dropped = 0;
  uint128 passed_passed = 0;
  uint128 missed_missed = 0;
  uint128 dropped_dropped = 0;
  uint128 passed_missed = 0;
  uint128 passed_dropped = 0;
  uint128 missed_dropped = 0;

  template <class Count>
  void add(const key_tally<Count>& key) noexcept {
    passed += key.passed;
    missed += key.missed;
    dropped += key.dropped;
    passed_passed += product(key.passed, key.passed);
    missed_missed += product(key.missed, key.missed);
    dropped_dropped += product(key.dropped, key.dropped);
    passed_missed += product(key.passed, key.missed);
    passed_dropped += product(key.passed, key.dropped);
    missed_dropped += product(key.missed, key.dropped);
  }

  template <class Count>
  void remove(const key_tally<Count>& key) noexcept {
    passed -= key.passed;
    missed -= key.missed;
    dropped -= key.dropped;
    passed_passed -= product(key.passed, key.passed);
    missed_missed -= product(key.missed, key.missed);
    dropped_dropped -= product(key.dropped, key.dropped);
    passed_missed -= product(key.passed, key.missed);
    passed_dropped -= product(key.passed, key.dropped);
    missed_dropped -= product(key.missed, key.dropped);
  }

  void add_fresh(bool was_dropped) noexcept {
    fresh += 1;
    fresh_dropped += was_dropped;
  }

  friend bool operator==(const tally_sums&, const tally_sums&) = default;

 private:
  static uint128 product(std::uint64_t one, std::uint64_t other) noexcept {
    return static_cast<uint128>(one) * other;
  }
};

}  // namespace sluice
