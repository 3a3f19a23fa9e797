#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>

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
    const double longest = static_cast<double>(std::min(calls_, longest_gap));
    const double gap = std::exp(roll.fraction() * std::log(longest));
    return {calls_ - std::min(calls_, static_cast<std::uint64_t>(gap)), true};
  }

  /// Appends the call as a line of text: when, who called whom, for how long, through which cell,
  /// at what charge.
  void write(std::uint64_t call, std::string& text) const {
    dice roll = stream_dice(~seed_, call);
    const std::uint64_t second = call / calls_a_second;
    fmt::format_to(
        std::back_inserter(text),
        "2026-03-{:02}T{:02}:{:02}:{:02}.{:03}Z,+49{:010},+49{:010},{},cell-{:05},{},{}.{:02}\n",
        1 + second / 86400 % 28, second / 3600 % 24, second / 60 % 60, second % 60,
        call % calls_a_second, roll.below(4000000000), roll.below(4000000000), 1 + roll.below(3600),
        roll.below(20000), roll.below(10) < 7 ? "answered" : "missed", roll.below(20),
        roll.below(100));
  }

  std::uint64_t distinct() const { return calls_; }

 private:
  static constexpr std::uint64_t calls_a_second = 1000;
  static constexpr std::uint64_t longest_gap = 5000000;

  double repeats_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace sluice::lab
