#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "sluice/digest.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// Fingerprints in buckets, the most recently used first.
struct recency_parameters {
  std::uint64_t buckets = 0;
  std::uint64_t width = 0;  ///< bits of a bucket: 64, 256 or 512
  std::uint64_t b = 0;      ///< fingerprints in a bucket
  std::uint64_t f = 0;      ///< bits of a fingerprint

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("buckets", self.buckets);
    visit("width", self.width);
    visit("b", self.b);
    visit("f", self.f);
  }

  std::uint64_t memory_bytes() const { return buckets * (width / 8); }

  /// A fresh key meets at most b fingerprints, each equal to its own with probability
  /// 1/(2^f - 1): for every stream, always.
  double fpr_bound() const {
    return std::min(1.0, static_cast<double>(b) / (std::exp2(static_cast<double>(f)) - 1));
  }

  /// Keys it holds: half as many lose less than 0.1 % to buckets that overflow early. Small buckets
  /// are stated below their number of slots for that.
  double capacity() const {
    double low = 0;
    double high = static_cast<double>(b);
    for (int round = 0; round < 50; ++round) {
      const double mean = (low + high) / 2;
      // Some in hand: 0.1 % itself would be met on average only.
      (overflow(mean) <= 0.0008 * mean ? low : high) = mean;
    }
    return std::floor(static_cast<double>(buckets) * std::min(2 * low, static_cast<double>(b)));
  }

  /// A repeat is missed when its fingerprint is gone, pushed out by other keys of its bucket. How
  /// many came during the gap is Poisson distributed around the distinct keys of the gap, spread
  /// over all buckets.
  double fnr(const stream_shape& shape) const {
    const std::vector<double> gone = gone_after();
    return shape.gaps.mean_of([&](double gap) {
      const double mean = shape.distinct_within(gap) / static_cast<double>(buckets);
      double missed = 0;
      double left = 1;
      for (std::size_t others = 0; others < gone.size(); ++others) {
        const double share = poisson(others, mean);
        missed += share * gone[others];
        left -= share;
      }
      return missed + std::max(0.0, left) * gone.back();
    });
  }

  std::optional<error> check() const {
    if (width != 64 && width != 256 && width != 512) {
      return impossible("width must be 64, 256 or 512, not " + std::to_string(width));
    }
    if (f < 2 || f > digest::fingerprint_bits) {
      return impossible("f must be from 2 to 44, not " + std::to_string(f));
    }
    if (b == 0 || b > most_slots(width, f)) {
      return impossible("b must be from 1 to " + std::to_string(most_slots(width, f)) +
                        " fingerprints of " + std::to_string(f) + " bits, not " +
                        std::to_string(b));
    }
    if (buckets == 0) {
      return impossible("buckets must be at least 1, not 0; give it more memory");
    }
    return std::nullopt;
  }

  /// Few slots spend fewer bits on telling fingerprints apart, many overflow later. So a bucket is
  /// as small as leaves it enough slots (docs/filters/recency.md has the comparison).
  static result<recency_parameters> plan(const wish& wanted) {
    // What is fixed by hand is judged first, with the rest at values that fit any of it.
    recency_parameters fixed{.buckets = 1, .width = wanted.chosen<std::uint64_t>("width", 512)};
    fixed.f = wanted.chosen<std::uint64_t>("f", 2);
    fixed.b = wanted.chosen<std::uint64_t>("b", 1);
    if (auto refusal = fixed.check()) return *refusal;
    recency_parameters plan = roomiest(wanted, 64);
    if (plan.b < 8) {
      plan = roomiest(wanted, 256);
      if (plan.b < 12) plan = roomiest(wanted, 512);
    }
    if (find(wanted.set, "width")) plan = roomiest(wanted, wanted.chosen("width", plan.width));
    if (plan.b == 0) {
      return impossible("recency has no layout with these parameters at an FPR of " +
                        in_words(wanted.fpr) +
                        "; it keeps bounds down to 1e-12, and buffer drops no fresh record at all");
    }
    plan.buckets = wanted.chosen("buckets", wanted.memory_bytes / 64 * 64 / (plan.width / 8));
    return plan;
  }

  prediction predict(const wish& wanted) const {
    prediction promise{.fpr = fpr_bound(), .remembers = capacity(), .lines = 1};
    if (wanted.shape) promise.fnr = fnr(*wanted.shape);
    return promise;
  }

 private:
  /// Vectors compare at most 40 fields of up to 25 bits, 20 of more.
  static std::uint64_t most_slots(std::uint64_t width, std::uint64_t f) {
    return std::min<std::uint64_t>(width / f, width == 64 ? 64 : f <= 25 ? 40 : 20);
  }

  /// The most slots that keep the bound in a bucket of that width; among equals the longest
  /// fingerprint.
  static recency_parameters roomiest(const wish& wanted, std::uint64_t width) {
    recency_parameters best{.width = width};
    for (std::uint64_t f = 2; f <= digest::fingerprint_bits; ++f) {
      if (f != wanted.chosen("f", f)) continue;
      const double allowed = wanted.fpr * (std::exp2(static_cast<double>(f)) - 1);
      const auto bounded = static_cast<std::uint64_t>(std::min(allowed, 64.0));
      const std::uint64_t b = wanted.chosen("b", std::min(most_slots(width, f), bounded));
      if (b >= best.b && b <= most_slots(width, f)) {
        best.b = b;
        best.f = f;
      }
    }
    return best;
  }

  static double poisson(std::uint64_t count, double mean) {
    if (mean <= 0) return count == 0 ? 1 : 0;
    const auto k = static_cast<double>(count);
    return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
  }

  /// The probability that a fingerprint is gone after 0, 1, 2, … other keys came into its bucket,
  /// until that hardly changes. Another key has the fingerprint itself with probability 1/(2^f - 1)
  /// and brings it to the front; one of those in front of it leaves its place as it is; any other
  /// pushes it back by one.
  std::vector<double> gone_after() const {
    const double same = 1 / (std::exp2(static_cast<double>(f)) - 1);
    std::vector<double> place(b + 1);  // the last: gone
    place[0] = 1;
    std::vector<double> gone{0};
    for (std::uint64_t others = 0; others < 8 * b + 40; ++others) {
      std::vector<double> next(b + 1);
      for (std::uint64_t at = 0; at < b; ++at) {
        const double stays = static_cast<double>(at) * same;
        next[0] += place[at] * same;
        next[at] += place[at] * stays;
        next[at + 1] += place[at] * (1 - same - stays);
      }
      next[0] += place[b] * same;
      next[b] += place[b] * (1 - same);
      place = next;
      gone.push_back(place[b]);
    }
    return gone;
  }

  /// Keys beyond b in a bucket, in expectation: sum over k > b of (k - b) Pr(k).
  double overflow(double mean) const {
    double beyond = 0;
    for (std::uint64_t k = b + 1; k < b + 200; ++k) {
      beyond += static_cast<double>(k - b) * poisson(k, mean);
    }
    return beyond;
  }
};

}  // namespace sluice
