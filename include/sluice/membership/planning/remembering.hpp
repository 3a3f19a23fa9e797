#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "sluice/planning/recency.hpp"

namespace sluice {

/// Fingerprints in buckets, the most recently used first, each with an answer.
struct remembering_parameters {
  std::uint64_t buckets = 0;
  std::uint64_t width = 0;  ///< bits of a bucket: 64, 256 or 512
  std::uint64_t b = 0;      ///< fingerprints in a bucket
  std::uint64_t f = 0;      ///< bits of a fingerprint; its answer takes one more

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("buckets", self.buckets);
    visit("width", self.width);
    visit("b", self.b);
    visit("f", self.f);
  }

  /// The table that holds both: its fields are a fingerprint and its answer.
  recency_parameters table() const { return {buckets, width, b, f + 1}; }

  std::uint64_t memory_bytes() const { return table().memory_bytes(); }

  /// A key that is not there meets at most b fingerprints, each equal to its own with probability
  /// 1/(2^f - 1); only then is another's answer taken for its own.
  double wrong_bound() const {
    return std::min(1.0, static_cast<double>(b) / (std::exp2(static_cast<double>(f)) - 1));
  }

  std::optional<error> check() const {
    if (f < 1 || f >= digest::fingerprint_bits) {
      return impossible("f must be from 1 to 43, not " + std::to_string(f));
    }
    return table().check();
  }

  /// As the recency filter of half the bound, since one bit of a field is the answer.
  static result<remembering_parameters> plan(const wish& wanted) {
    wish fields = wanted;
    fields.fpr = wanted.fpr / 2;
    for (parameter& each : fields.set) each.value += each.name == "f" ? 1 : 0;
    const auto table = recency_parameters::plan(fields);
    if (!table) return table.failure();
    remembering_parameters plan{table->buckets, table->width, table->b, table->f - 1};
    // Half of 2^(f + 1) - 1 is a little more than 2^f - 1.
    if (!find(wanted.set, "b")) {
      while (plan.b > 1 && plan.wrong_bound() > wanted.fpr) --plan.b;
    }
    return plan;
  }
};

}  // namespace sluice
