#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "sluice/cells/cell_array.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// One cell of a stable Bloom filter as a Markov chain over its values 0..Max: in each iteration
/// it is lowered by one with probability p, then set to Max with probability k.
class stable_cell {
 public:
  stable_cell(double p, double k, unsigned max) : max_(max) {
    for (unsigned value = 0; value <= max; ++value) {
      step_[value][value] += (1 - k) * (value == 0 ? 1 : 1 - p);
      if (value > 0) step_[value][value - 1] += (1 - k) * p;
      step_[value][max] += k;
    }
  }

  /// The probability that a cell set to Max is zero after so many iterations: PR0 of Eq. 9. The
  /// sum over the moment of the last setting is the chain's power, taken by squaring.
  double zero_after(double iterations) const {
    vector now{};
    now[max_] = 1;
    matrix power = step_;
    auto left = static_cast<std::uint64_t>(std::llround(std::min(iterations, 0x1p62)));
    for (; left > 0; left >>= 1) {
      if (left & 1) now = times(now, power);
      power = squared(power);
    }
    return now[0];
  }

 private:
  using vector = std::array<double, 16>;
  using matrix = std::array<vector, 16>;

  vector times(const vector& row, const matrix& by) const {
    vector product{};
    for (unsigned i = 0; i <= max_; ++i) {
      for (unsigned j = 0; j <= max_; ++j) product[j] += row[i] * by[i][j];
    }
    return product;
  }

  matrix squared(const matrix& base) const {
    matrix product{};
    for (unsigned i = 0; i <= max_; ++i) product[i] = times(base[i], base);
    return product;
  }

  unsigned max_;
  matrix step_{};
};

/// A stable Bloom filter in the symbols of Deng & Rafiei 2006; equations are theirs.
struct stable_parameters {
  std::uint64_t m = 0;    ///< cells
  std::uint64_t K = 0;    ///< cells a key is hashed to
  std::uint64_t P = 0;    ///< cells lowered by one for each record
  std::uint64_t Max = 0;  ///< the value a key's cells are set to, 2^d - 1

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("m", self.m);
    visit("K", self.K);
    visit("P", self.P);
    visit("Max", self.Max);
  }

  static constexpr std::uint64_t most_probes = 64;

  /// Bits a cell, d.
  unsigned d() const { return static_cast<unsigned>(std::bit_width(Max)); }

  std::uint64_t memory_bytes() const { return cell_bytes(d(), m); }

  /// The least expected fraction of zeros once stable (Theorem 3); reached on uniform streams.
  double stable_point() const {
    const double spread = 1 / static_cast<double>(K) - 1 / static_cast<double>(m);
    return std::pow(1 / (1 + 1 / (static_cast<double>(P) * spread)), static_cast<double>(Max));
  }

  /// FPS: no stream has a higher FPR at any time (Eq. 8, Corollary 5).
  double fpr_bound() const { return std::pow(1 - stable_point(), static_cast<double>(K)); }

  /// The P that gives an FPS, as a real number (Eq. 17).
  static double lowered(double fps, double K, double Max, double m) {
    const double zeros = 1 - std::pow(fps, 1 / K);
    return 1 / ((1 / std::pow(zeros, 1 / Max) - 1) * (1 / K - 1 / m));
  }

  /// The probability that a repeat is missed whose key came `gap` records ago (Eq. 14), for a key
  /// that is the share `frequency` of the stream (phi = 0, so that k is its mean, Eq. 18).
  double fnr_at(double gap, double frequency = 0) const {
    const double each = static_cast<double>(K) / static_cast<double>(m);
    const stable_cell cell(static_cast<double>(P) / static_cast<double>(m),
                           frequency + each * (1 - frequency), static_cast<unsigned>(Max));
    return -std::expm1(static_cast<double>(K) * std::log1p(-cell.zero_after(gap)));
  }

  double fnr(const stream_shape& shape) const {
    // A repeat is judged before its own record's changes: one iteration less than its gap.
    return shape.gaps.mean_of([&](double gap) { return fnr_at(gap - 1); });
  }

  std::optional<error> check() const {
    if (Max != 1 && Max != 3 && Max != 7 && Max != 15) {
      return impossible("Max must be 1, 3, 7 or 15, not " + std::to_string(Max));
    }
    if (K == 0 || K > most_probes) {
      return impossible("K must be from 1 to 64, not " + std::to_string(K));
    }
    if (m <= K) {
      return impossible("m must be more than K=" + std::to_string(K) + ", not " +
                        std::to_string(m) + "; give it more memory");
    }
    if (P == 0 || P > m) {
      return impossible("P must be from 1 to m=" + std::to_string(m) + ", not " +
                        std::to_string(P) + "; a higher FPR bound or more memory lowers it");
    }
    return std::nullopt;
  }

  /// The method of section 4.1: P by Eq. 17, K by the least FN rate, Max among 1, 3 and 7 by the
  /// gaps where they are known and else 1. P is rounded up where the paper rounds down, so that
  /// the wished FPR is a bound.
  static result<stable_parameters> plan(const wish& wanted) {
    const auto wished_max = wanted.chosen<std::uint64_t>("Max", 1);
    if (auto refusal = stable_parameters{.m = 2, .K = 1, .P = 1, .Max = wished_max}.check()) {
      return *refusal;
    }
    std::optional<stable_parameters> best;
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint64_t max : {1U, 3U, 7U, 15U}) {
      if (max != wanted.chosen<std::uint64_t>("Max", wanted.shape && max < 15 ? max : 1)) continue;
      const stable_parameters candidate = with_best_K(wanted, max);
      if (candidate.check()) continue;
      const double missed = wanted.shape ? candidate.fnr(*wanted.shape) : 0;
      if (missed < least) {
        least = missed;
        best = candidate;
      }
    }
    if (best) return *best;
    const stable_parameters closest = with_best_K(wanted, wanted.chosen<std::uint64_t>("Max", 1));
    return closest.check().value_or(impossible("no stable filter fits"));
  }

  /// Its own cells' and the run's that is lowered.
  double lines() const { return static_cast<double>(K) + 1 + static_cast<double>(P * d()) / 512; }

  prediction predict(const wish& wanted) const {
    prediction promise{.fpr = fpr_bound(), .lines = lines()};
    if (wanted.shape) promise.fnr = fnr(*wanted.shape);
    return promise;
  }

 private:
  static stable_parameters with_best_K(const wish& wanted, std::uint64_t max) {
    stable_parameters plan;
    plan.Max = max;
    plan.m = wanted.chosen("m", cells_fitting(plan.d(), wanted.memory_bytes));
    // The best K hardly depends on the stream (Observation 1), but with gaps far beyond what is
    // remembered every K is as bad; so it is judged at a gap that is remembered in part.
    const double gap = static_cast<double>(plan.m) / 256;
    stable_parameters best;
    double least = std::numeric_limits<double>::infinity();
    const std::uint64_t last = wanted.chosen("K", most_probes);
    for (plan.K = wanted.chosen<std::uint64_t>("K", 1); plan.K <= last; ++plan.K) {
      plan.P = wanted.chosen("P", plan.least_P(wanted.fpr));
      const bool valid = !plan.check();
      const double missed = valid ? plan.fnr_at(gap) : least;
      if (missed < least || best.m == 0) {
        least = missed;
        best = plan;
      }
    }
    return best;
  }

  /// Eq. 17 rounded up; more than m, so refused, where no P is enough.
  std::uint64_t least_P(double fps) const {
    if (K == 0 || K >= m) return 0;
    const double real =
        lowered(fps, static_cast<double>(K), static_cast<double>(Max), static_cast<double>(m));
    return static_cast<std::uint64_t>(std::ceil(std::min(real, 0x1p53)));
  }
};

}  // namespace sluice
