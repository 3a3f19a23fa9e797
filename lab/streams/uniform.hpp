#pragma once

#include <cmath>
#include <cstdint>

#include "sluice/dice.hpp"
#include "streams/remembering.hpp"

namespace sluice::lab {

/// Keys drawn uniformly from 0..U-1, without the truth.
class uniform_keys {
 public:
  uniform_keys(std::uint64_t universe, std::uint64_t seed) : universe_(universe), seed_(seed) {}

  stream_record next() { return {stream_dice(seed_, records_++).below(universe_), false}; }

 private:
  std::uint64_t universe_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
};

/// The RSBF paper's synthetic stream, with the exact truth.
class uniform_stream : public remembering<uniform_keys> {
 public:
  uniform_stream(std::uint64_t universe, std::uint64_t seed)
      : remembering(uniform_keys(universe, seed), universe) {}
};

/// The universe from which so many draws have the wanted share of distinct keys among them, more
/// than 0 and less than 1: U/N (1 - e^(-N/U)), solved for U.
inline std::uint64_t universe_for(std::uint64_t records, double distinct) {
  const auto share = [](double each) { return each * -std::expm1(-1 / each); };
  double low = 1e-12;  // keys a record
  double high = 1e6;   // hardly a repeat
  for (int round = 0; round < 200; ++round) {
    const double middle = std::sqrt(low * high);
    (share(middle) < distinct ? low : high) = middle;
  }
  return static_cast<std::uint64_t>(std::fmax(1, std::round(static_cast<double>(records) * low)));
}

}  // namespace sluice::lab
