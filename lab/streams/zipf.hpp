#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sluice/dice.hpp"
#include "streams/remembering.hpp"

namespace sluice::lab {

/// Numbers 1..n with probabilities proportional to rank^-exponent, for any exponent > 0 and any n,
/// in constant time and memory: rejection-inversion (Hörmann, Derflinger 1996).
class zipf_ranks {
 public:
  zipf_ranks(std::uint64_t n, double exponent)
      : n_(static_cast<double>(n)),
        exponent_(exponent),
        area_first_(area(1.5) - 1),
        area_all_(area(n_ + 0.5)),
        shortcut_(2 - inverse_area(area(2.5) - weight(2))) {}

  std::uint64_t operator()(dice& roll) const {
    for (;;) {
      const double under = area_all_ + roll.fraction() * (area_first_ - area_all_);
      const double x = inverse_area(under);
      // To the nearest, by cutting off: std::round is a call where the machine is any x86-64.
      const double above = x + 0.5;
      const double rank =
          std::clamp(static_cast<double>(static_cast<std::int64_t>(above)), 1.0, n_);
      if (rank - x <= shortcut_ || under >= area(rank + 0.5) - weight(rank)) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(rank));
      }
    }
  }

 private:
  double weight(double x) const { return std::exp(-exponent_ * std::log(x)); }

  /// The integral of the weight, in a form that stays exact where the exponent is near 1.
  double area(double x) const {
    const double log = std::log(x);
    return ratio((1 - exponent_) * log) * log;
  }
  double inverse_area(double area) const {
    const double t = std::max(-1.0, area * (1 - exponent_));
    const double log = std::abs(t) > 1e-8 ? std::log1p(t) / t : 1 - t / 2 + t * t / 3;
    return std::exp(log * area);
  }
  static double ratio(double x) {
    return std::abs(x) > 1e-8 ? std::expm1(x) / x : 1 + x / 2 * (1 + x / 3);
  }

  double n_;
  double exponent_;
  double area_first_;
  double area_all_;
  double shortcut_;
};

/// Keys by their rank, from 1, without the truth.
class zipf_keys {
 public:
  zipf_keys(std::uint64_t universe, double exponent, std::uint64_t seed)
      : ranks_(universe, exponent), seed_(seed) {}

  stream_record next() {
    dice roll = stream_dice(seed_, records_++);
    return {ranks_(roll), false};
  }

 private:
  zipf_ranks ranks_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
};

/// The same with the exact truth.
class zipf_stream : public remembering<zipf_keys> {
 public:
  zipf_stream(std::uint64_t universe, double exponent, std::uint64_t seed)
      : remembering(zipf_keys(universe, exponent, seed), universe + 1) {}
};

}  // namespace sluice::lab
