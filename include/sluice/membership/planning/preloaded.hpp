#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "sluice/membership/planning/appending.hpp"

namespace sluice {

/// One Bloom filter with all of the set.
struct preloaded_parameters {
  std::uint64_t n = 0;  ///< bits
  std::uint64_t k = 0;  ///< probes
  std::uint64_t B = 0;  ///< members of the set, as far as known; 0: not known

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("n", self.n);
    visit("k", self.k);
    visit("B", self.B);
  }

  std::uint64_t memory_bytes() const { return (n + 63) / 64 * 8; }

  /// With all members in.
  double fpr() const {
    return bloom_fpr(static_cast<double>(n), static_cast<double>(k), static_cast<double>(B));
  }

  std::optional<error> check() const {
    if (n == 0 || k == 0 || k > bloom_parameters::most_probes) {
      return impossible("a filter needs n > 0 bits and k from 1 to 64 probes, not n=" +
                        std::to_string(n) + " and k=" + std::to_string(k));
    }
    return std::nullopt;
  }

  static result<preloaded_parameters> plan(const wish& wanted) {
    preloaded_parameters plan;
    plan.n = wanted.chosen("n", 8 * wanted.memory_bytes);
    plan.B = wanted.chosen("B", wanted.members.value_or(0));
    const auto keys = plan.B > 0 ? std::optional(plan.B) : std::nullopt;
    plan.k = wanted.chosen("k", planned_probes(plan.n, keys, wanted.fpr));
    return plan;
  }
};

}  // namespace sluice
