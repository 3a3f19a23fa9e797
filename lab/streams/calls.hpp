#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "sluice/dice.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

/// Call records as a telephone network's mediation delivers them: mostly new calls, and every now
/// and then one that was already sent, because somebody was not sure that it had arrived. Most
/// retries come soon, some after a long outage: their gaps are log-uniform.
///
/// A call is a function of its number, so that the stream needs no memory however long it is.
class call_stream {
 public:
  call_stream(double repeats, std::uint64_t seed) : repeats_(repeats), seed_(seed) {}

  stream_record next() {
    dice roll = stream_dice(seed_, records_++);
    if (calls_ == 0 || roll.fraction() >= repeats_) return {calls_++, false};
    if (calls_ <= longest_gap) log_longest_ = std::log(static_cast<double>(calls_));
    const double gap = std::exp(roll.fraction() * log_longest_);
    return {calls_ - std::min(calls_, static_cast<std::uint64_t>(gap)), true};
  }

  std::uint64_t distinct() const { return calls_; }

 private:
  static constexpr std::uint64_t longest_gap = 5000000;

  double repeats_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t calls_ = 0;
  double log_longest_ = 0;  // of the calls so far, up to the longest gap
};

}  // namespace sluice::lab
