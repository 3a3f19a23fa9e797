#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "sluice/auditing/estimates.hpp"

namespace sluice::auditing {

/// Estimates the FNR: missed repeats among all repeats.
///
/// Sampled keys give bad estimates of how many repeats there are, because a few keys may have most
/// of them: in a Zipf stream the sample has the hottest key or has it not. But repeats need not be
/// sampled. Let P of N records have passed (were called fresh), which is known exactly, M of these
/// be missed repeats, and B of the others be called repeats without being any. Then the repeats are
/// N - P - B + M, and
///
///     FNR = M / (N - P - B + M),
///
/// where only M and B must be estimated. They are made of records that passed and of fresh ones, of
/// which hot keys have few. Two estimates of M, each with known sums at its side:
///
/// - By regression (Särndal, Swensson, Wretman 1992, ch. 6): the missed repeats m of the followed
///   keys scaled up by the share s, and corrected by how far the passed records p of these keys are
///   from P: M = m/s + w (P - p/s), with the slope w over keys that leaves the smallest variance.
///   B likewise. Precise wherever some dozens of keys are followed.
/// - By counting keys: what passed and was no missed repeat was each key's first record, so
///   M = P - (p - m)/s, the slope being 1. The variance is that of a count of keys whatever the
///   stream is like, but where few repeats are missed it is the small difference of large numbers.
///
/// The first is taken unless the passed records belong to too few keys for it to tell its own
/// variance (fewer than 60, counted as (sum p)^2 / sum p^2), or the two contradict each other by
/// four standard deviations, which means that the sample lacks keys that matter.
///
/// A key is one cluster: variances are sums over keys of squared residuals, times 1 - s where the
/// question is about this stream, of which the keys are drawn without replacement.
class missed_repeats {
 public:
  missed_repeats(const audited_stretch& stretch, double share, population of)
      : share_(share),
        unseen_(unseen(share, of)),
        all_passed_(static_cast<double>(stretch.passed)),
        called_repeats_(static_cast<double>(stretch.records - stretch.passed)),
        p_(static_cast<double>(stretch.sums.passed)),
        m_(static_cast<double>(stretch.sums.missed)),
        b_(static_cast<double>(stretch.sums.dropped)),
        pp_(static_cast<double>(stretch.sums.passed_passed)),
        mm_(static_cast<double>(stretch.sums.missed_missed)),
        bb_(static_cast<double>(stretch.sums.dropped_dropped)),
        pm_(static_cast<double>(stretch.sums.passed_missed)),
        pb_(static_cast<double>(stretch.sums.passed_dropped)),
        mb_(static_cast<double>(stretch.sums.missed_dropped)) {}

  /// Nothing where neither the sample nor the verdicts show a repeat.
  std::optional<estimate> rate() const {
    if (!(p_ > 0)) return without_sample();
    const linear regression = by_slopes(pm_ / pp_, pb_ / pp_);
    const linear counting = by_slopes(1, b_ / p_);
    if (!(regression.repeats > 0)) return std::nullopt;
    const bool contradicted = std::abs(regression.rate - counting.rate) > 4 * counting.deviation;
    const bool trusted = unseen_ <= 0 || (kish() >= enough_keys && !contradicted);
    estimate found = trusted ? interval_of(regression) : interval_by_keys(counting);
    found.high = std::min(found.high, highest(regression.wrong_repeats));
    found.value = std::clamp(regression.rate, found.low, std::max(found.low, found.high));
    return found;
  }

 private:
  static constexpr double enough_keys = 60;

  struct linear {
    double rate = 0;
    double deviation = 0;
    double repeats = 0;
    double wrong_repeats = 0;
  };

  /// No followed key passed: the missed repeats are some of those that passed.
  std::optional<estimate> without_sample() const {
    if (!(called_repeats_ > 0)) return std::nullopt;
    return estimate{0, 0, highest(0)};
  }

  /// The rate if all that passed had been repeats.
  double highest(double wrong_repeats) const {
    const double right = std::max(0.0, called_repeats_ - wrong_repeats);
    return all_passed_ > 0 ? all_passed_ / (right + all_passed_) : 0;
  }

  /// The effective number of keys that the passed records belong to.
  double kish() const { return p_ * p_ / pp_; }

  linear by_slopes(double slope_missed, double slope_dropped) const {
    const double beyond = all_passed_ - p_ / share_;
    const double missed = std::clamp(m_ / share_ + slope_missed * beyond, 0.0, all_passed_);
    linear result;
    result.wrong_repeats = std::clamp(b_ / share_ + slope_dropped * beyond, 0.0, called_repeats_);
    result.repeats = called_repeats_ - result.wrong_repeats + missed;
    if (!(result.repeats > 0)) return result;
    result.rate = missed / result.repeats;
    // The rate's derivative by M is (1 - rate) / repeats, by B rate / repeats.
    const double by_m = 1 - result.rate;
    const double by_b = result.rate;
    const double slope = by_m * slope_missed + by_b * slope_dropped;
    const double squares = by_m * by_m * mm_ + 2 * by_m * by_b * mb_ + by_b * by_b * bb_ -
                           2 * slope * (by_m * pm_ + by_b * pb_) + slope * slope * pp_;
    result.deviation = std::sqrt(std::max(0.0, squares) * unseen_) / (share_ * result.repeats);
    return result;
  }

  /// Wilson's interval for as many independent trials as give this variance; where no miss was
  /// seen, as many as there are independent keys.
  estimate interval_of(const linear& found) const {
    const double variance = found.deviation * found.deviation * kish() / std::max(1.0, kish() - 2);
    const double none_missed = kish() * called_repeats_ / all_passed_ / unseen_;
    const bool known = m_ > 0 && variance > 0;
    return wilson(found.rate, known ? found.rate * (1 - found.rate) / variance : none_missed);
  }

  /// By the interval for the number of passed records that were no missed repeats.
  estimate interval_by_keys(const linear& found) const {
    if (!(found.repeats > 0)) return {0, 0, 1};
    const double others = p_ - m_;
    const double squares = pp_ - 2 * pm_ + mm_;
    const double by_m = 1 - found.rate;
    const double deviation = by_m * std::sqrt(squares * unseen_) / (share_ * found.repeats);
    // What the uncertainty of B adds.
    const double more = deviation > 0 ? std::pow(found.deviation / deviation, 2) : 1;
    const double size = others > 0 ? squares / others : 1;
    const estimate all = scaled_up(others, share_, unseen_ * size * more);
    const auto rate = [&](double right) {
      const double missed = std::clamp(all_passed_ - right, 0.0, all_passed_);
      return missed / std::max(1.0, called_repeats_ - found.wrong_repeats + missed);
    };
    return {found.rate, std::min(found.rate, rate(all.high)), std::max(found.rate, rate(all.low))};
  }

  double share_;
  double unseen_;
  double all_passed_;      // P
  double called_repeats_;  // N - P
  double p_, m_, b_;       // sums over followed keys
  double pp_, mm_, bb_, pm_, pb_, mb_;
};

}  // namespace sluice::auditing

namespace sluice {

/// The share of repeats that were called fresh; nothing where the sample shows none.
inline std::optional<estimate> false_negative_rate(const audited_stretch& stretch, double share,
                                                   population of = population::this_stream) {
  return auditing::missed_repeats(stretch, share, of).rate();
}

/// How many distinct keys came for the first time within the stretch. A stream without a window.
///
/// Each of them passed or was dropped: they are what passed, less the missed repeats, and the fresh
/// records dropped. Where few errors are made that is far more precise than counting those
/// followed, which it falls back on where it is not.
inline estimate distinct_keys(const audited_stretch& stretch, double share) {
  const estimate counted = counted_keys(stretch, share);
  const auto fpr = false_positive_rate(stretch, share);
  const auto fnr = false_negative_rate(stretch, share);
  if (!fpr || !fnr || !(fnr->high < 1)) return counted;
  const auto passed = static_cast<double>(stretch.passed);
  const auto called_repeats = static_cast<double>(stretch.records - stretch.passed);
  const auto by = [&](double fpr_end, double fnr_end) {
    const double dropped = std::min(called_repeats, fpr_end * counted.value);
    return passed - (called_repeats - dropped) * fnr_end / (1 - fnr_end) + dropped;
  };
  const estimate balanced{by(fpr->value, fnr->value), by(fpr->low, fnr->high),
                          by(fpr->high, fnr->low)};
  return balanced.high - balanced.low < counted.high - counted.low ? balanced : counted;
}

}  // namespace sluice
