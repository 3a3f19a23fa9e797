#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "sluice/cells/bit_rows.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// The biased filters of Bera, Dutta, Narang, Bhattacherjee 2012: k Bloom filters of s bits, into
/// which only what was found fresh is inserted. Each insertion clears a random bit of each filter:
/// always (BSBF), or with the probability of that filter's load (RLBSBF).
template <bool ByLoad>
struct biased_sampling_parameters {
  std::uint64_t k = 0;  ///< Bloom filters, one bit a key in each
  std::uint64_t s = 0;  ///< bits of each

  static constexpr std::uint64_t most_filters = bit_rows::most_rows;

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("k", self.k);
    visit("s", self.s);
  }

  std::uint64_t memory_bytes() const { return cell_bytes(1, k * s); }

  /// Where the load settles on a stream of fresh keys, which no stream exceeds by much: an
  /// insertion clears `clears(load)` bits and sets one that was 0 with probability (1 - load)/(1 -
  /// load^k), because it happens only to keys that miss a bit somewhere.
  double highest_load() const {
    double low = 0;
    double high = 1;
    for (int round = 0; round < 60; ++round) {
      const double load = (low + high) / 2;
      const double sets = (1 - load) / -std::expm1(static_cast<double>(k) * std::log(load));
      (clears(load) <= sets ? low : high) = load;
    }
    return low;
  }

  double fpr_bound() const { return std::pow(highest_load(), static_cast<double>(k)); }

  /// In the steady state. All k bits of a key are set both when it is inserted and when a repeat of
  /// it is noticed, so a repeat's fate depends on its gap alone: each bit decays from 1 to the load
  /// as cleared ones and set ones balance. The load and the share of records inserted follow from
  /// each other; they are found by iteration.
  double fnr(const stream_shape& shape) const {
    const auto filters = static_cast<double>(k);
    double load = highest_load();
    double inserted = 1;
    double missed = 1;
    for (int round = 0; round < 300; ++round) {
      const double pace = inserted * clears(load) / load / (1 - load) / static_cast<double>(s);
      const auto still_set = [&](double gap) {
        return load + (1 - load) * std::exp(-pace * (gap - 1));
      };
      const double fresh = 1 - shape.repeats;
      const double zero_bits = shape.gaps.mean_of([&](double gap) { return 1 - still_set(gap); });
      missed =
          shape.gaps.mean_of([&](double gap) { return 1 - std::pow(still_set(gap), filters); });
      inserted = fresh * (1 - std::pow(load, filters)) + shape.repeats * missed;
      const double set = fresh * (1 - load) + shape.repeats * zero_bits;
      load += 0.5 * (set - inserted * clears(load));
    }
    return missed;
  }

  std::optional<error> check() const {
    if (k == 0 || k > most_filters) {
      return impossible("k must be from 1 to 64, not " + std::to_string(k));
    }
    if (s == 0) return impossible("s must be at least 1, not 0; give it more memory");
    return std::nullopt;
  }

  /// The fewest filters that keep the bound once the load has settled.
  static result<biased_sampling_parameters> plan(const wish& wanted) {
    biased_sampling_parameters plan{.k = 2};
    while (plan.k < most_filters && plan.fpr_bound() > wanted.fpr) ++plan.k;
    if (plan.fpr_bound() > wanted.fpr && !find(wanted.set, "k")) {
      return impossible("64 filters keep an FPR of " + in_words(plan.fpr_bound()) +
                        " at best, not " + in_words(wanted.fpr));
    }
    plan.k = wanted.chosen("k", plan.k);
    plan.s = wanted.chosen("s", plan.k == 0 ? 0 : cells_fitting(1, wanted.memory_bytes) / plan.k);
    return plan;
  }

  prediction predict(const wish& wanted) const {
    prediction promise{.fpr = fpr_bound(), .lines = 2 * static_cast<double>(k)};
    if (wanted.shape) promise.fnr = fnr(*wanted.shape);
    return promise;
  }

 private:
  /// Bits that an insertion clears in a filter of that load, in expectation.
  static double clears(double load) { return ByLoad ? load * load : load; }
};

using biased_parameters = biased_sampling_parameters<false>;
using load_biased_parameters = biased_sampling_parameters<true>;

}  // namespace sluice
