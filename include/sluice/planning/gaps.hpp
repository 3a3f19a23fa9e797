#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace sluice {

/// How far back, in records, the previous record with the same key lies. Kept as equally likely
/// values in rising order, which is also what a measured sample is.
class gap_distribution {
 public:
  static gap_distribution exponential(double mean) {
    return by_quantile([=](double share) { return -mean * std::log1p(-share); });
  }
  static gap_distribution log_uniform(double shortest, double longest) {
    return by_quantile(
        [=](double share) { return shortest * std::pow(longest / shortest, share); });
  }
  static gap_distribution fixed(double gap) { return gap_distribution({gap}); }

  /// From measured gaps; there must be one at least. Many are thinned to their quantiles.
  static gap_distribution of_sample(std::vector<double> gaps) {
    std::sort(gaps.begin(), gaps.end());
    if (gaps.size() <= quantiles) return gap_distribution(std::move(gaps));
    return by_quantile([&](double share) {
      return gaps[static_cast<std::size_t>(share * static_cast<double>(gaps.size()))];
    });
  }

  /// The expectation of value(gap).
  template <class Value>
  double mean_of(Value value) const {
    double sum = 0;
    for (const double gap : gaps_) sum += value(gap);
    return sum / static_cast<double>(gaps_.size());
  }

  double median() const { return gaps_[gaps_.size() / 2]; }

  /// The expectation of min(gap, longest).
  double mean_up_to(double longest) const {
    const auto longer = std::upper_bound(gaps_.begin(), gaps_.end(), longest);
    const auto shorter = static_cast<std::size_t>(longer - gaps_.begin());
    const auto count = static_cast<double>(gaps_.size());
    return (sums_[shorter] + longest * (count - static_cast<double>(shorter))) / count;
  }

 private:
  static constexpr std::size_t quantiles = 2048;

  explicit gap_distribution(std::vector<double> sorted) : gaps_(std::move(sorted)), sums_{0} {
    assert(!gaps_.empty());
    for (const double gap : gaps_) sums_.push_back(sums_.back() + gap);
  }

  template <class Quantile>
  static gap_distribution by_quantile(Quantile quantile) {
    std::vector<double> gaps;
    for (std::size_t i = 0; i < quantiles; ++i) {
      const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(quantiles);
      gaps.push_back(std::max(1.0, quantile(share)));
    }
    return gap_distribution(std::move(gaps));
  }

  std::vector<double> gaps_;
  std::vector<double> sums_;  // of the first 0, 1, 2, … gaps
};

/// What is known of a stream in its steady state.
struct stream_shape {
  gap_distribution gaps;
  double repeats = 0.5;  ///< the share of records whose key came before

  /// How many distinct keys a stretch of so many records holds: those whose previous record lies
  /// before the stretch, (1 - repeats) + repeats * Pr(gap > j) for its j-th record, summed.
  double distinct_within(double records) const {
    return (1 - repeats) * records + repeats * gaps.mean_up_to(records);
  }
};

}  // namespace sluice
