#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

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
  /// how it went, at what charge. By hand, since a benchmark must not wait for its input.
  void write(std::uint64_t call, std::string& text) const {
    dice roll = stream_dice(~seed_, call);
    const std::uint64_t second = call / calls_a_second;
    line out;
    out.put("2026-03-").put<2>(1 + second / 86400 % 28);
    out.put("T").put<2>(second / 3600 % 24).put(":").put<2>(second / 60 % 60);
    out.put(":").put<2>(second % 60).put(".").put<3>(call % calls_a_second);
    out.put("Z,+49").put<10>(roll.below(4000000000)).put(",+49").put<10>(roll.below(4000000000));
    out.put(",").put<4>(1 + roll.below(3600)).put(",262-01-cell-").put<5>(roll.below(20000));
    out.put(roll.below(10) < 7 ? ",answered," : ",missed,");
    out.put<2>(roll.below(20)).put(".").put<2>(roll.below(100)).put("\n");
    text.append(out.begin(), out.end());
  }

  std::uint64_t distinct() const { return calls_; }

 private:
  /// A line of text in the making.
  class line {
   public:
    line& put(std::string_view words) {
      end_ = std::copy(words.begin(), words.end(), end_);
      return *this;
    }

    /// So many decimal digits.
    template <int Digits>
    line& put(std::uint64_t number) {
      for (int place = Digits; place-- > 0; number /= 10) {
        end_[place] = static_cast<char>('0' + number % 10);
      }
      end_ += Digits;
      return *this;
    }

    const char* begin() const { return bytes_.data(); }
    const char* end() const { return end_; }

   private:
    std::array<char, 128> bytes_;  // not cleared: written before it is read
    char* end_ = bytes_.data();
  };

  static constexpr std::uint64_t calls_a_second = 1000;
  static constexpr std::uint64_t longest_gap = 5000000;

  double repeats_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace sluice::lab
