#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::lab {

/// Three digits that count, and at least two behind the point where there is room: 84.87, 0.0383.
inline std::string short_number(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size >= 1000) return fmt::format("{:.0f}", value);
  if (size >= 100) return fmt::format("{:.1f}", value);
  if (size >= 1) return fmt::format("{:.2f}", value);
  if (size >= 1e-4) return fmt::format("{:.3g}", value);
  return fmt::format("{:.2e}", value);
}

/// A share as per cent, without the sign.
inline std::string percent(double share) {
  return short_number(share * 100);
}

/// 1073741824 → 1,073,741,824
inline std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

/// A count of the paper at a smaller scale, never zero.
inline std::uint64_t scaled(std::uint64_t count, double scale) {
  return static_cast<std::uint64_t>(std::max(1.0, std::round(static_cast<double>(count) * scale)));
}

/// 1/50 rather than 0.02; 1 is the paper's own size.
inline std::string scale_in_words(double scale) {
  if (scale == 1) return "1 (full size)";
  const double parts = std::round(1 / scale);
  return std::abs(parts * scale - 1) < 1e-9 ? fmt::format("1/{:.0f}", parts) : short_number(scale);
}

inline std::vector<double> times(std::vector<double> values, double factor) {
  for (double& each : values) each *= factor;
  return values;
}

}  // namespace sluice::lab
