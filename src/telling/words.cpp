#include "telling/words.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace sluice {
namespace {

/// To two digits that count.
double rounded(double number) {
  const double scale = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::round(number / scale) * scale;
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, ",");
  return text;
}

std::string counted(std::uint64_t number, const std::string& what) {
  return with_commas(number) + " " + what + (number == 1 ? "" : "s");
}

std::string about(double number) {
  if (number < 10) return fmt::format("{:.2g}", number);
  const double round = rounded(number);
  static constexpr std::array names{"", " million", " billion", " trillion"};
  if (round < 1e6) return with_commas(static_cast<std::uint64_t>(round));
  std::size_t name = 1;
  double scale = 1e6;
  for (; name + 1 < names.size() && round >= 1000 * scale; ++name) scale *= 1000;
  return fmt::format("{:.10g}{}", round / scale, names[name]);
}

std::string size_in_words(double bytes) {
  static constexpr std::array units{"bytes", "KB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace sluice
