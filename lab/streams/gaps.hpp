#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "sluice/dice.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

/// Gaps between a key's record and its next, drawn by their distribution.
using gap_source = std::function<double(dice&)>;

inline gap_source exponential_gaps(double mean) {
  return [=](dice& roll) { return -mean * std::log1p(-roll.fraction()); };
}
inline gap_source log_uniform_gaps(double shortest, double longest) {
  return [=](dice& roll) { return shortest * std::pow(longest / shortest, roll.fraction()); };
}
inline gap_source fixed_gaps(double gap) {
  return [=](dice&) { return gap; };
}

/// A stream whose repeats have exactly the wanted gaps to their key's latest record. Each record
/// makes an appointment for its key's next one, with probability `repeats`; where the place is
/// taken the next free one is used. Places without appointment get fresh keys.
class gap_stream {
 public:
  gap_stream(gap_source gaps, double repeats, double longest_gap, std::uint64_t seed)
      : gaps_(std::move(gaps)),
        repeats_(repeats),
        seed_(seed),
        places_(std::bit_ceil(static_cast<std::uint64_t>(longest_gap) * 2 + 1024)) {}

  stream_record next() {
    std::uint64_t& place = at(records_);
    const bool repeat = place != free;
    const std::uint64_t key = repeat ? place - 1 : fresh_++;
    place = free;
    dice roll = stream_dice(seed_, records_);
    if (roll.fraction() < repeats_) appoint(key, gaps_(roll));
    ++records_;
    return {key, repeat};
  }

 private:
  static constexpr std::uint64_t free = 0;

  void appoint(std::uint64_t key, double gap) {
    const double longest = static_cast<double>(places_.size()) / 2;
    std::uint64_t when = records_ + static_cast<std::uint64_t>(std::clamp(gap, 1.0, longest));
    while (at(when) != free) ++when;
    at(when) = key + 1;
  }

  std::uint64_t& at(std::uint64_t when) { return places_[when & (places_.size() - 1)]; }

  gap_source gaps_;
  double repeats_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t fresh_ = 0;
  std::vector<std::uint64_t> places_;
};

}  // namespace sluice::lab
