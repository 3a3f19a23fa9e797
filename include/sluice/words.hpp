#pragma once

#include <cstddef>
#include <cstdio>
#include <iterator>
#include <string>

namespace sluice {

/// Numbers and sizes for sentences that a person reads.
inline std::string in_words(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

inline std::string bytes_in_words(double bytes) {
  static constexpr const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return in_words(bytes) + " " + units[unit];
}

}  // namespace sluice
