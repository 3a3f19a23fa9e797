#include "units.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace sluice {
namespace {

struct quantity {
  double value;
  std::string_view unit;
};

/// A plain number of zero or more and what follows it.
std::optional<quantity> split(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || !std::isfinite(value) || std::signbit(value)) return std::nullopt;
  return quantity{value, text.substr(static_cast<std::size_t>(end - text.data()))};
}

/// What a unit of size stands for: nothing or B; K, Ki or KiB; KB; and so on.
std::optional<double> bytes_in(std::string_view unit) {
  if (unit.empty() || unit == "B") return 1;
  static constexpr std::string_view prefixes = "KMGT";
  const char letter = unit[0] == 'k' ? 'K' : unit[0];
  const auto power = prefixes.find(letter);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = unit.substr(1);
  const bool binary = rest.empty() || rest == "i" || rest == "iB";
  if (!binary && rest != "B") return std::nullopt;
  return std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(power + 1));
}

}  // namespace

result<std::uint64_t> parse_size(std::string_view text) {
  const auto number = split(text);
  const auto scale = number ? bytes_in(number->unit) : std::nullopt;
  if (!scale) {
    return error{error_code::bad_value, "'" + std::string(text) +
                                            "' is no size; write bytes, or 64K, 512M, 1.5G "
                                            "(powers of 1024), 64KB, 512MB (powers of 1000)"};
  }
  const double bytes = number->value * *scale;
  if (bytes >= 0x1p63) {
    return error{error_code::bad_value,
                 "the size '" + std::string(text) + "' is out of all bounds"};
  }
  return static_cast<std::uint64_t>(bytes);
}

result<std::uint64_t> parse_count(std::string_view text) {
  const auto number = split(text);
  const std::string_view unit = number ? number->unit : "?";
  const double scale = unit.empty() ? 1 : unit == "K" ? 1e3 : unit == "M" ? 1e6 : 1e9;
  const double count = number ? number->value * scale : 0;
  const bool known = unit.empty() || unit == "K" || unit == "M" || unit == "G";
  if (!known || count != std::floor(count) || count > 0x1p53) {
    return error{error_code::bad_value,
                 "'" + std::string(text) + "' is no count; write 8000000, 8e6 or 8M (millions)"};
  }
  return static_cast<std::uint64_t>(count);
}

result<span_of_stream> parse_span(std::string_view text) {
  const auto number = split(text);
  const std::string_view unit = number ? number->unit : "";
  const double seconds = unit == "ms"  ? 0.001
                         : unit == "s" ? 1
                         : unit == "m" ? 60
                         : unit == "h" ? 3600
                         : unit == "d" ? 86400
                                       : 0;
  if (seconds > 0 && number->value > 0) return span_of_stream{{}, number->value * seconds};
  const auto records = parse_count(text);
  if (records && *records > 0) return span_of_stream{*records, {}};
  return error{error_code::bad_value, "'" + std::string(text) +
                                          "' is no span; write records (500000, 5M) or time (90s, "
                                          "15m, 1h, 2d)"};
}

result<double> parse_rate(std::string_view text) {
  const auto number = split(text);
  const bool per_cent = number && number->unit == "%";
  const double rate = number ? number->value / (per_cent ? 100 : 1) : 0;
  if (!number || !(per_cent || number->unit.empty()) || rate > 1) {
    return error{error_code::bad_value,
                 "'" + std::string(text) + "' is no rate; write 1e-6, 0.01 or 1%"};
  }
  return rate;
}

}  // namespace sluice
