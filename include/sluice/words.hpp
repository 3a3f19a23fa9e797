#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

namespace sluice {

/// Numbers and sizes for sentences that a person reads: four digits that count, and commas in what
/// is large.
inline std::string in_words(double number) {
  char text[48];
  std::snprintf(text, sizeof text, "%.4g", number);
  if (!(number >= 1e4 && number < 1e15)) return text;
  std::snprintf(text, sizeof text, "%.0f", std::strtod(text, nullptr));
  std::string digits(text);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

inline std::string bytes_in_words(double bytes) {
  static constexpr const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return in_words(bytes) + " " + units[unit];
}

}  // namespace sluice
