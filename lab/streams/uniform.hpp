#pragma once

#include <cstdint>
#include <vector>

#include "sluice/dice.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

/// Keys drawn uniformly from 0..U-1, the RSBF paper's synthetic stream, with the exact truth.
class uniform_stream {
 public:
  uniform_stream(std::uint64_t universe, std::uint64_t seed)
      : universe_(universe), seed_(seed), seen_(universe) {}

  stream_record next() {
    const std::uint64_t key = stream_dice(seed_, records_++).below(universe_);
    const bool repeat = seen_[key];
    seen_[key] = true;
    return {key, repeat};
  }

 private:
  std::uint64_t universe_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::vector<bool> seen_;
};

}  // namespace sluice::lab
