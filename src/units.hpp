#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/result.hpp"

namespace sluice {

/// "4096", "512M", "1.5GiB" (powers of 1024), "64KB" (powers of 1000), in bytes.
result<std::uint64_t> parse_size(std::string_view text);

/// "4096", "8e6", "8M": a whole number, M as in "million".
result<std::uint64_t> parse_count(std::string_view text);

/// How far back a repeat is looked for: in records, or in time.
struct span_of_stream {
  std::optional<std::uint64_t> records;
  std::optional<double> seconds;
};

/// "500000", "5M": so many records; "90s", "15m", "1h", "2d": so much time.
result<span_of_stream> parse_span(std::string_view text);

/// "1e-6", "0.1", "1%": a share between 0 and 1.
result<double> parse_rate(std::string_view text);

}  // namespace sluice
