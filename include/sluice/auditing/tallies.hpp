#pragma once

#include <cstdint>
#include <limits>

#include "sluice/probing.hpp"

namespace sluice {

/// What a record adds to the counts of its key.
struct tally_step {
  bool passed = false;   ///< it was called fresh
  bool missed = false;   ///< so it was, though it is a repeat
  bool dropped = false;  ///< it was called a repeat, but is none
};

/// What was counted of one key.
template <class Count>
struct key_tally {
  Count passed = 0;   ///< records called fresh
  Count missed = 0;   ///< of these, repeats
  Count dropped = 0;  ///< records called repeats that were none

  /// Counts stay where they are rather than overflow.
  bool full() const noexcept {
    constexpr Count most = std::numeric_limits<Count>::max();
    return passed == most || dropped == most;
  }

  void add(const tally_step& step) noexcept {
    passed = static_cast<Count>(passed + step.passed);
    missed = static_cast<Count>(missed + step.missed);
    dropped = static_cast<Count>(dropped + step.dropped);
  }

  bool possible() const noexcept { return missed <= passed; }
};

/// Sums over keys, and sums of squares and products, from which variances between keys follow. All
/// are whole numbers: the order in which they were added up never matters.
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

  void count_fresh(bool was_dropped) noexcept {
    fresh += 1;
    fresh_dropped += was_dropped;
  }

  /// A new key with its first record: add() of a tally with a single 1 in it.
  void add_fresh(bool was_dropped) noexcept {
    count_fresh(was_dropped);
    if (was_dropped) {
      dropped += 1;
      dropped_dropped += 1;
    } else {
      passed += 1;
      passed_passed += 1;
    }
  }

  template <class Count>
  void add(const key_tally<Count>& key) noexcept {
    const auto product = [](uint128 one, uint128 other) { return one * other; };
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

  /// A key that has been added takes a step: (a + da)(b + db) - ab is what each product grows by.
  void grow(const key_tally<std::uint32_t>& key, const tally_step& step) noexcept {
    const auto growth = [](std::uint64_t a, bool da, std::uint64_t b, bool db) {
      return (db ? a : 0) + (da ? b : 0) + (da && db ? 1 : 0);
    };
    passed += step.passed;
    missed += step.missed;
    dropped += step.dropped;
    passed_passed += growth(key.passed, step.passed, key.passed, step.passed);
    missed_missed += growth(key.missed, step.missed, key.missed, step.missed);
    dropped_dropped += growth(key.dropped, step.dropped, key.dropped, step.dropped);
    passed_missed += growth(key.passed, step.passed, key.missed, step.missed);
    passed_dropped += growth(key.passed, step.passed, key.dropped, step.dropped);
    missed_dropped += growth(key.missed, step.missed, key.dropped, step.dropped);
  }

  friend bool operator==(const tally_sums&, const tally_sums&) = default;
};

}  // namespace sluice
