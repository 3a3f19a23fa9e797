#pragma once

#include <cstdint>
#include <string_view>

#include "sluice/result.hpp"

namespace sluice {

/// "4096", "512M", "1.5GiB" (powers of 1024), "64KB" (powers of 1000), in bytes.
result<std::uint64_t> parse_size(std::string_view text);

/// "4096", "8e6", "8M": a whole number, M as in "million".
result<std::uint64_t> parse_count(std::string_view text);

/// "1e-6", "0.1", "1%": a share between 0 and 1.
result<double> parse_rate(std::string_view text);

}  // namespace sluice
