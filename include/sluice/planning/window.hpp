#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "sluice/cells/cell_array.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// The probability that a stranger finds k consecutive slices whose bit of it is set, the slices
/// being filled to these shares: the recursion of Shtul, Baquero, Almeida 2020, section 4, forward
/// over the slices with the length of the run so far as state.
inline double run_probability(std::span<const double> fills, std::uint64_t k) {
  std::array<double, 65> run{};
  run[0] = 1;
  double found = 0;
  for (const double fill : fills) {
    found += run[k - 1] * fill;
    double broken = 0;
    for (std::uint64_t length = k; length-- > 0;) {
      broken += run[length] * (1 - fill);
      run[length] = length == 0 ? 0 : run[length - 1] * fill;
    }
    run[0] = broken;
  }
  return found;
}

/// An age-partitioned Bloom filter in its paper's symbols.
struct window_parameters {
  std::uint64_t k = 0;  ///< slices a key is written to, and consecutive ones it must be found in
  std::uint64_t l = 0;  ///< generations that are remembered beyond the current one
  std::uint64_t m = 0;  ///< bits of a slice
  std::uint64_t g = 0;  ///< records of a generation
  std::uint64_t T = 0;  ///< microseconds of a generation; 0 where records are counted

  static constexpr std::uint64_t most_slices = 64;

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("k", self.k);
    visit("l", self.l);
    visit("m", self.m);
    visit("g", self.g);
    visit("T", self.T);
  }

  /// One more slice than the paper's k + l: the one that is being cleared.
  std::uint64_t slices() const { return k + l + 1; }
  std::uint64_t memory_bytes() const { return cell_bytes(1, slices() * m); }

  /// The records within which no repeat is missed, where records are counted.
  double window() const { return static_cast<double>(l * g); }

  /// At the end of a generation, all of its g records having been fresh: never higher, as long as
  /// a generation has at most g.
  double fpr_bound() const { return fpr_at(static_cast<double>(g) / static_cast<double>(m)); }

  /// A key l generations old is always noticed. Each generation beyond takes one more of its k
  /// slices away; it is noticed all the same if others happened to set its bits in as many slices
  /// below. How many generations a gap crosses depends on where in its own the key came.
  double fnr(const stream_shape& shape) const {
    const double generation = static_cast<double>(g);
    const double keys = shape.distinct_within(generation * static_cast<double>(k));
    const double fill = -std::expm1(-keys / static_cast<double>(m));
    const auto noticed = [&](double beyond) { return std::pow(fill, std::max(0.0, beyond)); };
    return shape.gaps.mean_of([&](double gap) {
      const double beyond = gap / generation - static_cast<double>(l);
      const double part = beyond - std::floor(beyond);
      return 1 - (1 - part) * noticed(std::floor(beyond)) - part * noticed(std::floor(beyond) + 1);
    });
  }

  std::optional<error> check() const {
    if (k == 0 || l == 0 || k + l >= most_slices) {
      return impossible("k and l must be at least 1 and below 64 together, not " +
                        std::to_string(k) + " and " + std::to_string(l));
    }
    if (m == 0 || m % slice_step != 0) {
      return impossible("m must be a multiple of 512, not " + std::to_string(m) +
                        "; give it more memory");
    }
    if (g == 0) return impossible("g must be at least 1, not 0; give it more memory");
    return std::nullopt;
  }

  /// With a window of records, or of time at a known rate: the fewest slices to write that keep the
  /// bound. Else the longest window that the memory gives at the bound.
  static result<window_parameters> plan(const wish& wanted) {
    // What is fixed by hand is judged first, with the rest at values that fit any of it.
    const window_parameters fixed{.k = wanted.chosen<std::uint64_t>("k", 1),
                                  .l = wanted.chosen<std::uint64_t>("l", 1),
                                  .m = wanted.chosen<std::uint64_t>("m", slice_step),
                                  .g = wanted.chosen<std::uint64_t>("g", 1)};
    if (auto refusal = fixed.check()) return *refusal;
    std::optional<double> records;
    if (wanted.within_records) records = static_cast<double>(*wanted.within_records);
    if (wanted.within_seconds && wanted.rate) records = *wanted.within_seconds * *wanted.rate;
    const window_parameters longest = widest(wanted);
    if (longest.g == 0) {
      return impossible(bytes_in_words(static_cast<double>(wanted.memory_bytes)) +
                        " are too little for a window at an FPR of " + in_words(wanted.fpr) +
                        "; give it more memory");
    }
    window_parameters plan = longest;
    if (records) {
      if (*records > longest.window()) {
        return impossible("a window of " + in_words(*records) + " records at an FPR of " +
                          in_words(wanted.fpr) + " does not fit " +
                          bytes_in_words(static_cast<double>(wanted.memory_bytes)) +
                          ", which holds " + in_words(longest.window()) + "; " +
                          bytes_in_words(static_cast<double>(wanted.memory_bytes) * *records /
                                         longest.window() * 1.01) +
                          " would do");
      }
      plan = with_fewest_writes(wanted, *records).value_or(longest);
    }
    if (wanted.within_seconds) {
      plan.T = static_cast<std::uint64_t>(
          std::ceil(*wanted.within_seconds * 1e6 / static_cast<double>(plan.l)));
    }
    return plan;
  }

  prediction predict(const wish& wanted) const {
    prediction promise{
        .fpr = fpr_bound(), .remembers = window(), .lines = static_cast<double>(k) + 2};
    if (wanted.shape) promise.fnr = fnr(*wanted.shape);
    return promise;
  }

  /// The FPR when each generation puts `load` keys a bit into a slice.
  double fpr_at(double load) const {
    std::array<double, most_slices> fills{};
    for (std::uint64_t age = 0; age < k + l; ++age) {
      fills[age] = -std::expm1(-load * static_cast<double>(std::min(age + 1, k)));
    }
    return run_probability(std::span(fills).first(k + l), k);
  }

 private:
  static constexpr std::uint64_t slice_step = 512;

  static window_parameters shaped(const wish& wanted, std::uint64_t k, std::uint64_t l) {
    window_parameters plan{.k = k, .l = l};
    plan.m = wanted.chosen(
        "m", cells_fitting(1, wanted.memory_bytes) / plan.slices() / slice_step * slice_step);
    return plan;
  }

  /// Calls use(plan without g) for the pairs of k and l worth trying. More than 3 k generations
  /// save little memory, a tenth at most, and every one has to be looked through.
  template <class Use>
  static void each_shape(const wish& wanted, Use use) {
    const double bits = -std::log2(wanted.fpr);
    const auto first = static_cast<std::uint64_t>(std::max(1.0, bits * 0.6));
    const auto last = std::min(static_cast<std::uint64_t>(bits * 1.4) + 8, most_slices - 2);
    for (std::uint64_t k = wanted.chosen("k", first); k <= wanted.chosen("k", last); ++k) {
      for (std::uint64_t l = wanted.chosen<std::uint64_t>("l", 1);
           k + l < most_slices && l <= wanted.chosen("l", 3 * k); ++l) {
        if (k > 0 && l > 0) use(shaped(wanted, k, l));
      }
    }
  }

  /// The most keys a bit that a generation may put into a slice, by bisection.
  double load_at(double bound) const {
    double low = 0;
    double high = 4;
    for (int round = 0; round < 22; ++round) {
      const double middle = (low + high) / 2;
      (fpr_at(middle) <= bound ? low : high) = middle;
    }
    return low;
  }

  static window_parameters widest(const wish& wanted) {
    window_parameters best;
    each_shape(wanted, [&](window_parameters plan) {
      plan.g = static_cast<std::uint64_t>(plan.load_at(wanted.fpr) * static_cast<double>(plan.m));
      if (best.g == 0 || plan.window() > best.window()) best = plan;
    });
    if (best.k != 0) best.g = wanted.chosen("g", best.g);
    return best;
  }

  static std::optional<window_parameters> with_fewest_writes(const wish& wanted, double records) {
    std::optional<window_parameters> best;
    each_shape(wanted, [&](window_parameters plan) {
      if (best && best->k < plan.k) return;
      plan.g = static_cast<std::uint64_t>(std::ceil(records / static_cast<double>(plan.l)));
      const double fpr = plan.m == 0 ? 1 : plan.fpr_bound();
      if (fpr <= wanted.fpr && (!best || fpr < best->fpr_bound())) best = plan;
    });
    return best;
  }
};

}  // namespace sluice
