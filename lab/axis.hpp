#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace sluice::lab {

/// One axis of a plot: from values to 0..1, and where its ticks are.
class axis {
 public:
  /// Spans all values; a linear axis begins at zero unless there are negative ones.
  axis(const std::vector<double>& values, bool logarithmic, bool from_zero) : log_(logarithmic) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double each : values) {
      if (!usable(each)) continue;
      low = std::min(low, each);
      high = std::max(high, each);
    }
    if (low > high) low = 1, high = 10;  // nothing to show
    if (log_) {
      span_decades(low, high);
    } else {
      span_linear(from_zero ? std::min(low, 0.0) : low, high);
    }
  }

  bool usable(double value) const { return std::isfinite(value) && (!log_ || value > 0); }

  double place(double value) const {
    return log_ ? std::log(value / low_) / std::log(high_ / low_) : (value - low_) / (high_ - low_);
  }

  struct tick {
    double value;
    std::string label;
  };
  const std::vector<tick>& ticks() const { return ticks_; }

 private:
  void span_linear(double low, double high) {
    if (high <= low) high = low + 1;
    const double rough = (high - low) / 5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double each : {5.0, 2.0, 1.0}) {
      if (each * power >= rough) step = each * power;
    }
    low_ = std::floor(low / step) * step;
    high_ = std::ceil(high / step) * step;
    const auto count = static_cast<int>(std::llround((high_ - low_) / step));
    for (int i = 0; i <= count; ++i) {
      const double value = low_ + i * step;
      ticks_.push_back({value, fmt::format("{:.6g}", std::abs(value) < step / 1e6 ? 0 : value)});
    }
  }

  void span_decades(double low, double high) {
    low_ = low;
    high_ = high > low ? high : low * 10;
    const bool few = high_ / low_ < 1000;
    const int every = static_cast<int>(std::ceil(std::log10(high_ / low_) / 8));
    const auto last = static_cast<int>(std::floor(std::log10(high_)));
    for (auto power = static_cast<int>(std::floor(std::log10(low_))); power <= last; ++power) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        const double value = factor * std::pow(10, power);
        if (value < low_ * 0.999 || value > high_ * 1.001) continue;
        if (factor > 1 && !few) continue;
        if (!few && power % every != 0) continue;
        ticks_.push_back({value, decade_label(value, power, factor)});
      }
    }
  }

  static std::string decade_label(double value, int power, double factor) {
    if (factor > 1 || (power >= -2 && power <= 3)) return fmt::format("{:.4g}", value);
    static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string label = power < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(power))) {
      label += digits[digit - '0'];
    }
    return label;
  }

  bool log_;
  double low_ = 0;
  double high_ = 1;
  std::vector<tick> ticks_;
};

}  // namespace sluice::lab
