#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sluice/dice.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

/// Clicks as an advertiser's bill counts them, by the visitor who made them. Many visitors are
/// there at a time, each for a visit of so many clicks; some of them have been there before. And
/// there is fraud: a few robots click on and on, each under one name until it takes another.
///
/// Visitors are numbered as they first come, so that the truth needs no memory.
class click_stream {
 public:
  struct shape {
    std::uint64_t visitors = 100;  ///< there at a time
    double clicks = 12;            ///< of a visit, in the mean
    double returns = 0.1;          ///< share of visits by somebody who was there before
    double fraud = 0.1;            ///< share of clicks by robots
    std::uint64_t robots = 4;      ///< at work at a time
    double robot_clicks = 1000;    ///< under one name, in the mean
  };

  click_stream(const shape& wanted, std::uint64_t seed)
      : shape_(wanted), seed_(seed), visits_(wanted.visitors), robots_(wanted.robots) {}
  explicit click_stream(std::uint64_t seed) : click_stream(shape{}, seed) {}

  stream_record next() {
    dice roll = stream_dice(seed_, records_++);
    if (roll.fraction() < shape_.fraud) {
      return click(robots_[roll.below(robots_.size())], shape_.robot_clicks, 0, roll);
    }
    return click(visits_[roll.below(visits_.size())], shape_.clicks, shape_.returns, roll);
  }

 private:
  struct visit {
    std::uint64_t visitor = 0;
    bool over = true;
  };

  stream_record click(visit& current, double clicks, double returns, dice& roll) {
    bool repeat = true;
    if (current.over) {
      repeat = known_ > 0 && roll.fraction() < returns;
      current.visitor = repeat ? earlier(roll) : known_++;
    }
    current.over = roll.fraction() * clicks < 1;
    return {current.visitor, repeat};
  }

  /// Somebody who was there before, most likely not long ago: log-uniform.
  std::uint64_t earlier(dice& roll) const {
    const double ago = std::pow(static_cast<double>(known_), roll.fraction());
    return known_ - std::min(known_, static_cast<std::uint64_t>(ago));
  }

  shape shape_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t known_ = 0;
  std::vector<visit> visits_;
  std::vector<visit> robots_;
};

}  // namespace sluice::lab
