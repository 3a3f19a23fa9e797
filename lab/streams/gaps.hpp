#pragma once

#include <algorithm>
#include <array>
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
  return [=](dice& roll) { return -mean * std::log(1 - roll.fraction()); };  // 1 - f is exact
}
inline gap_source log_uniform_gaps(double shortest, double longest) {
  const double range = std::log(longest / shortest);
  return [=](dice& roll) { return shortest * std::exp(range * roll.fraction()); };
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
        places_(std::bit_ceil(static_cast<std::uint64_t>(longest_gap) * 2 + 1024)) {
    for (std::uint64_t record = 0; record < ahead; ++record) draw(record);
  }

  stream_record next() {
    std::uint64_t& place = at(records_);
    const bool repeat = place != free;
    const std::uint64_t key = repeat ? place - 1 : fresh_++;
    place = free;
    const std::uint64_t gap = drawn_[records_ % ahead];
    if (gap > 0) appoint(key, gap);
    draw(records_ + ahead);
    ++records_;
    return {key, repeat};
  }

 private:
  static constexpr std::uint64_t free = 0;
  static constexpr std::uint64_t ahead = 16;  // gaps are drawn so early that memory has come

  /// The gap to the next record of that record's key; 0 where there is none.
  void draw(std::uint64_t record) {
    dice roll = stream_dice(seed_, record);
    std::uint64_t& gap = drawn_[record % ahead];
    gap = 0;
    if (roll.fraction() >= repeats_) return;
    const double longest = static_cast<double>(places_.size()) / 2;
    gap = static_cast<std::uint64_t>(std::clamp(gaps_(roll), 1.0, longest));
    __builtin_prefetch(&at(record + gap), 1);
  }

  void appoint(std::uint64_t key, std::uint64_t gap) {
    std::uint64_t when = records_ + gap;
    while (at(when) != free) ++when;
    at(when) = key + 1;
  }

  std::uint64_t& at(std::uint64_t when) { return places_[when & (places_.size() - 1)]; }

  gap_source gaps_;
  double repeats_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t fresh_ = 0;
  std::array<std::uint64_t, ahead> drawn_{};
  std::vector<std::uint64_t> places_;
};

}  // namespace sluice::lab
