#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>

#include "sluice/planning/bloom.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// floor(bits/keys ln 2) probes, as the DABF paper takes them, but at least one: for small arrays
/// its formula comes to none. Not more than are made of a digest.
inline std::uint64_t probes_for(std::uint64_t bits, std::uint64_t keys) {
  const double best = static_cast<double>(bits) / static_cast<double>(keys) * std::numbers::ln2;
  return static_cast<std::uint64_t>(
      std::clamp(std::floor(best), 1.0, static_cast<double>(bloom_parameters::most_probes)));
}

/// The probes that hold most keys at an FPR, where it is not known how many keys come.
inline std::uint64_t probes_for(double fpr) {
  return static_cast<std::uint64_t>(std::clamp(std::round(-std::log2(fpr)), 1.0, 64.0));
}

/// As the paper takes them where the number of keys is known, but no more than the bound needs.
inline std::uint64_t planned_probes(std::uint64_t bits, std::optional<std::uint64_t> keys,
                                    double fpr) {
  return keys ? std::min(probes_for(bits, *keys), probes_for(fpr)) : probes_for(fpr);
}

/// The two filters of the DABF paper, in its symbols: β remembers the keys that came, β′ the
/// members among them.
struct appending_parameters {
  double theta = 0;           ///< n / n_prime
  std::uint64_t n = 0;        ///< bits of β
  std::uint64_t k = 0;        ///< probes in β
  std::uint64_t n_prime = 0;  ///< bits of β′
  std::uint64_t k_prime = 0;  ///< probes in β′

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("theta", self.theta);
    visit("n", self.n);
    visit("k", self.k);
    visit("n_prime", self.n_prime);
    visit("k_prime", self.k_prime);
  }

  std::uint64_t words() const { return (n + n_prime + 63) / 64; }
  std::uint64_t memory_bytes() const { return words() * 8; }

  std::optional<error> check() const {
    constexpr std::uint64_t most = 1ULL << 52;
    if (n == 0 || n_prime == 0 || n > most || n_prime > most) {
      return impossible("both filters need bits, not n=" + std::to_string(n) +
                        " and n_prime=" + std::to_string(n_prime) + "; give them more memory");
    }
    for (const std::uint64_t probes : {k, k_prime}) {
      if (probes == 0 || probes > bloom_parameters::most_probes) {
        return impossible("k and k_prime must be from 1 to 64, not " + std::to_string(probes));
      }
    }
    return std::nullopt;
  }

  /// β is made for `distinct` keys and β′ for `members` of them; for the bound where a number is
  /// not known.
  static result<appending_parameters> plan(const wish& wanted) {
    appending_parameters plan;
    plan.theta = wanted.chosen("theta", 1.0 / 9);
    if (!(plan.theta > 0 && plan.theta <= 1e6)) {
      return impossible("theta must lie between 0 and a million, not be " + in_words(plan.theta) +
                        "; the paper takes 1/9");
    }
    const std::uint64_t bits = 8 * wanted.memory_bytes;
    const double share = plan.theta / (1 + plan.theta);
    plan.n = wanted.chosen("n", static_cast<std::uint64_t>(static_cast<double>(bits) * share));
    plan.n_prime = wanted.chosen("n_prime", bits - std::min(bits, plan.n));
    plan.k = wanted.chosen("k", planned_probes(plan.n, wanted.distinct, wanted.fpr));
    plan.k_prime =
        wanted.chosen("k_prime", planned_probes(plan.n_prime, wanted.members, wanted.fpr));
    return plan;
  }
};

/// Two such pairs, flushed in turn.
struct appending_window_parameters {
  appending_parameters pair;
  std::uint64_t w = 0;  ///< records of a window

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    appending_parameters::each(self.pair, visit);
    visit("w", self.w);
  }

  std::uint64_t memory_bytes() const { return 2 * pair.memory_bytes(); }

  std::optional<error> check() const {
    if (w == 0) return impossible("the window w must be at least 1 record long, not 0");
    return pair.check();
  }

  /// Without a window asked for: as many records as β has bits for, at the bound.
  static result<appending_window_parameters> plan(const wish& wanted) {
    wish half = wanted;
    half.memory_bytes = wanted.memory_bytes / 2 / 8 * 8;
    const auto pair = appending_parameters::plan(half);
    if (!pair) return pair.failure();
    appending_window_parameters plan{.pair = *pair};
    const bloom_parameters beta{.m = pair->n, .k = pair->k, .block = pair->n};
    const double holds = beta.check() ? 0 : beta.capacity(wanted.fpr);
    const auto room = static_cast<std::uint64_t>(std::max(1.0, holds / 2));
    plan.w = wanted.chosen("w", wanted.within_records.value_or(room));
    return plan;
  }
};

}  // namespace sluice
