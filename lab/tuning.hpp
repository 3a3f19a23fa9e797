#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure.hpp"
#include "sluice/sluice.hpp"

namespace sluice::lab {

/// FPR and FNR of one run.
struct trial_rates {
  double fpr = 0;
  double fnr = 0;
};

/// Runs a filter over a stream of that length and returns its rates over the second half.
using trial = std::function<trial_rates(filter&)>;

/// The exact line to measure against: the last n keys, n = memory / log2(1/FPR), and a coin of
/// weight FPR for what is not among them. Its index and order are not counted, so it cannot be
/// built.
inline double reference_fnr(double bits, double fpr, const trial& run) {
  const double keys = std::max(1.0, bits / -std::log2(fpr));
  buffer_filter exact({.n = static_cast<std::uint64_t>(keys)});
  return run(exact).fnr * (1 - fpr);
}

/// A filter's rates at a wanted FPR. Filters whose FPR moves in steps are run at the steps around
/// it and read off in between (log FPR against FNR); nullopt where no step is near.
class tuned {
 public:
  tuned(std::string_view name, std::uint64_t bytes, const trial& run, std::uint64_t seed)
      : name_(name), bytes_(bytes), run_(run), seed_(seed) {}

  std::optional<trial_rates> at(double fpr) const {
    if (name_ == "stable") return best_stable(fpr);
    if (name_ == "window") return converged_window(fpr);
    return between_steps("k", fpr);
  }

 private:
  std::optional<trial_rates> run_with(const parameter_list& set, double fpr) const {
    const auto planned = make_plan(name_, {.memory_bytes = bytes_, .fpr = fpr, .set = set});
    if (!planned) return std::nullopt;
    const auto subject = make_filter(*planned, seed_);
    return run_(**subject);
  }

  /// Steps of a whole-numbered parameter that lowers the FPR as it grows: brackets the wanted FPR,
  /// beginning at the planner's choice, and halves the bracket.
  std::optional<trial_rates> between_steps(const char* name, double fpr,
                                           parameter_list also = {}) const {
    const auto planned = make_plan(name_, {.memory_bytes = bytes_, .fpr = fpr, .set = also});
    if (!planned) return std::nullopt;
    also.push_back({name, *find(planned->parameters, name)});
    const auto run_at = [&](double step) {
      also.back().value = step;
      return run_with(also, fpr);
    };
    double low = 0;
    double high = 0;
    std::optional<trial_rates> above;
    std::optional<trial_rates> below;
    for (double step = also.back().value; !above || !below;) {
      const auto here = run_at(step);
      if (!here) return std::nullopt;
      if (std::abs(here->fpr / fpr - 1) < 0.03) return here;
      (here->fpr > fpr ? above : below) = here;
      (here->fpr > fpr ? low : high) = step;
      if (step == 1 && !above) return std::nullopt;
      step = above ? std::ceil(step * 1.3) : std::max(1.0, std::floor(step / 1.3));
    }
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      const auto here = run_at(middle);
      if (!here) return std::nullopt;
      (here->fpr > fpr ? above : below) = here;
      (here->fpr > fpr ? low : high) = middle;
    }
    return interpolated(*above, *below, fpr);
  }

  static trial_rates interpolated(const trial_rates& above, const trial_rates& below, double fpr) {
    if (above.fpr <= below.fpr || below.fpr <= 0) return below;
    const double part = std::log(fpr / below.fpr) / std::log(above.fpr / below.fpr);
    return {fpr, below.fnr + part * (above.fnr - below.fnr)};
  }

  /// The best of Max = 1, 3, 7, each with its own K.
  std::optional<trial_rates> best_stable(double fpr) const {
    std::optional<trial_rates> best;
    for (const double max : {1.0, 3.0, 7.0}) {
      const auto planned =
          make_plan(name_, {.memory_bytes = bytes_, .fpr = fpr, .set = {{"Max", max}}});
      if (!planned) continue;
      const parameter_list fixed{{"Max", max}, {"K", *find(planned->parameters, "K")}};
      const auto here = between_steps("P", fpr, fixed);
      if (here && (!best || here->fnr < best->fnr)) best = here;
    }
    return best;
  }

  /// The window's average FPR lies under its bound: ask for more until the average fits.
  std::optional<trial_rates> converged_window(double fpr) const {
    double asked = fpr;
    std::optional<trial_rates> here;
    for (int round = 0; round < 6; ++round) {
      here = run_with({}, asked);
      if (!here || here->fpr <= 0) return std::nullopt;
      if (std::abs(here->fpr / fpr - 1) < 0.05) return here;
      asked = std::min(0.9, asked * fpr / here->fpr);
    }
    return here;
  }

  std::string_view name_;
  std::uint64_t bytes_;
  const trial& run_;
  std::uint64_t seed_;
};

}  // namespace sluice::lab
