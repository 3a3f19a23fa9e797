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

  /// From measured gaps; there must be one at least.
  static gap_distribution of_sample(std::vector<double> gaps) {
    std::sort(gaps.begin(), gaps.end());
    return gap_distribution(std::move(gaps));
  }

  /// The expectation of value(gap).
  template <class Value>
  double mean_of(Value value) const {
    double sum = 0;
    for (const double gap : gaps_) sum += value(gap);
    return sum / static_cast<double>(gaps_.size());
  }

  double median() const { return gaps_[gaps_.size() / 2]; }

  double share_longer_than(double gap) const {
    const auto longer = gaps_.end() - std::upper_bound(gaps_.begin(), gaps_.end(), gap);
    return static_cast<double>(longer) / static_cast<double>(gaps_.size());
  }

 private:
  explicit gap_distribution(std::vector<double> sorted) : gaps_(std::move(sorted)) {
    assert(!gaps_.empty());
  }

  template <class Quantile>
  static gap_distribution by_quantile(Quantile quantile) {
    constexpr int count = 2048;
    std::vector<double> gaps;
    gaps.reserve(count);
    for (int i = 0; i < count; ++i) gaps.push_back(std::max(1.0, quantile((i + 0.5) / count)));
    return gap_distribution(std::move(gaps));
  }

  std::vector<double> gaps_;
};

/// What is known of a stream in its steady state.
struct stream_shape {
  gap_distribution gaps;
  double repeats = 0.5;  ///< the share of records whose key came before

  /// How many distinct keys a stretch of so many records holds: those whose previous record lies
  /// before the stretch, (1 - repeats) + repeats * Pr(gap > j) for its j-th record, summed.
  double distinct_within(double records) const {
    const double inside = gaps.mean_of([=](double gap) { return std::min(gap, records); });
    return (1 - repeats) * records + repeats * inside;
  }
};

}  // namespace sluice
