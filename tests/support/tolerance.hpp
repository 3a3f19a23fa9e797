#pragma once

#include <cmath>
#include <cstdint>

namespace sluice::testing {

/// Five standard deviations of a share that is `expected` over so many independent trials, and
/// room for one event: a true share fails one time in two million.
inline double five_sigma(double expected, std::uint64_t trials) {
  const auto n = static_cast<double>(trials);
  return 5 * std::sqrt(expected * (1 - expected) / n) + 1 / n;
}

}  // namespace sluice::testing
