#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "sluice/cells/bit_rows.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// A reservoir-sampling Bloom filter in the symbols of Dutta, Bhattacherjee, Narang 2012.
struct reservoir_parameters {
  std::uint64_t k = 0;   ///< Bloom filters, one bit a key in each
  std::uint64_t s = 0;   ///< bits of each
  double p_star = 0.03;  ///< once s/i is this low, what was found fresh is always inserted

  static constexpr std::uint64_t most_filters = bit_rows::most_rows;

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("k", self.k);
    visit("s", self.s);
    visit("p_star", self.p_star);
  }

  std::uint64_t memory_bytes() const { return cell_bytes(1, k * s); }

  /// The k for the lowest FPR (Eq. 5.27), as a real number. k = 1 has the lowest FNR.
  static double low_fpr_k(double fpr) { return std::log(fpr) / std::log1p(-std::exp(-1.0)); }

  /// Section 5.4's compromise: the mean of both.
  static std::uint64_t balanced_k(double fpr) {
    return static_cast<std::uint64_t>(std::llround((1 + low_fpr_k(fpr)) / 2));
  }

  /// Each insertion clears a random bit before it sets one, and a swap keeps the number of ones,
  /// so that at most half of a filter's bits are set in expectation, whatever the stream.
  double fpr_bound() const { return std::exp2(-static_cast<double>(k)); }

  /// In the steady state, long after s/i fell to p*. A key's k bits are all set both when it is
  /// inserted and when a repeat of it is noticed, so a repeat's fate depends on its gap alone.
  ///
  /// Let a record find its bit in one filter 0 with probability z. The reservoir's insertions, few
  /// as they are, move the share of ones to where a set bit is cleared as often as one is gained:
  /// to z. Swaps then clear each of the z s ones with probability 1/s a record, and set each zero
  /// again so that the share stays: a bit decays from 1 to z at the pace 1/(s (1 - z)).
  double fnr(const stream_shape& shape) const {
    double z = 0.5;
    const auto still_set = [&](double gap) {
      return z + (1 - z) * std::exp(-(gap - 1) / (static_cast<double>(s) * (1 - z)));
    };
    for (int round = 0; round < 200; ++round) {
      const double repeats_find =
          shape.gaps.mean_of([&](double gap) { return 1 - still_set(gap); });
      z += 0.5 * ((1 - shape.repeats) * (1 - z) + shape.repeats * repeats_find - z);
    }
    return shape.gaps.mean_of(
        [&](double gap) { return 1 - std::pow(still_set(gap), static_cast<double>(k)); });
  }

  std::optional<error> check() const {
    if (k == 0 || k > most_filters) {
      return impossible("k must be from 1 to 64, not " + std::to_string(k));
    }
    if (s == 0) return impossible("s must be at least 1, not 0; give it more memory");
    if (!(p_star >= 0 && p_star <= 1)) {
      return impossible("p_star must be from 0 to 1, not " + in_words(p_star));
    }
    return std::nullopt;
  }

  static result<reservoir_parameters> plan(const wish& wanted) {
    reservoir_parameters plan;
    plan.k = wanted.chosen("k", std::min(balanced_k(wanted.fpr), most_filters));
    plan.s = wanted.chosen("s", plan.k == 0 ? 0 : cells_fitting(1, wanted.memory_bytes) / plan.k);
    plan.p_star = wanted.chosen("p_star", plan.p_star);
    return plan;
  }

  prediction predict(const wish& wanted) const {
    prediction promise{.fpr = fpr_bound(), .lines = 2 * static_cast<double>(k)};
    if (wanted.shape) promise.fnr = fnr(*wanted.shape);
    return promise;
  }
};

}  // namespace sluice
