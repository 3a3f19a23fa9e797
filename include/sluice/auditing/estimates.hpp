#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "sluice/auditing/tallies.hpp"

namespace sluice {

/// A number that is not known exactly, and where it lies in 19 cases of 20.
struct estimate {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// A stretch of the stream as the audit knows it: how many records came and passed, exactly, and
/// the sums over the followed keys.
struct audited_stretch {
  std::uint64_t records = 0;
  std::uint64_t passed = 0;
  tally_sums sums{};

  friend bool operator==(const audited_stretch&, const audited_stretch&) = default;
};

/// What an estimate is to hold for. The stream that came: where all of its keys are followed it is
/// known exactly. Or what the filter does to any such stream, of which this is but a sample: for
/// those who ask whether it does worse than it should.
enum class population { this_stream, any_such_stream };

namespace auditing {

/// The part of the variance that is not taken away by having seen the share of all keys.
inline double unseen(double share, population of) {
  return of == population::this_stream ? 1 - share : 1;
}

inline constexpr double z = 1.959963984540054;  // of the normal distribution, two-sided 95 %

/// Wilson's interval for a share that is known as well as from `trials` independent ones.
inline estimate wilson(double share, double trials) {
  if (!(trials < std::numeric_limits<double>::infinity())) return {share, share, share};
  const double shrink = 1 + z * z / trials;
  const double middle = (share + z * z / (2 * trials)) / shrink;
  const double spread = share * (1 - share) / trials + z * z / (4 * trials * trials);
  const double half = z / shrink * std::sqrt(spread);
  return {share, std::clamp(middle - half, 0.0, share), std::clamp(middle + half, share, 1.0)};
}

/// The interval for a total of which each part was counted with probability `share`: all totals T
/// that lie within z standard deviations sqrt(spread * share * T) of what was counted.
inline estimate scaled_up(double counted, double share, double spread) {
  const double twice = 2 * counted + z * z * spread;
  const double root = std::sqrt(std::max(0.0, twice * twice - 4 * counted * counted));
  return {counted / share, std::max(counted, (twice - root) / (2 * share)),
          (twice + root) / (2 * share)};
}

}  // namespace auditing

/// How many distinct keys came for the first time within the stretch, by counting those followed.
inline estimate counted_keys(const audited_stretch& stretch, double share) {
  return auditing::scaled_up(static_cast<double>(stretch.sums.fresh), share, 1 - share);
}

/// The share of fresh records that were called repeats; nothing where no fresh one was followed.
/// A key is fresh once, so that keys are independent trials, drawn without replacement: Wilson's
/// interval with the correction for a finite population.
inline std::optional<estimate> false_positive_rate(const audited_stretch& stretch, double share,
                                                   population of = population::this_stream) {
  if (stretch.sums.fresh == 0) return std::nullopt;
  const auto trials = static_cast<double>(stretch.sums.fresh);
  return auditing::wilson(static_cast<double>(stretch.sums.fresh_dropped) / trials,
                          trials / auditing::unseen(share, of));
}

}  // namespace sluice
