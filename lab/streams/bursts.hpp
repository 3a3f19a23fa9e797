#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sluice/dice.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

/// The b-model stream of Deng & Rafiei 2006, section 5.1. A share v of the records are frequent
/// keys, in bursts: of each stretch the share b falls into one half and 1 - b into the other, l
/// levels deep. A frequent record's key is drawn from an exponential distribution with mean u; all
/// other records are fresh. b = 0.5 or l = 0 is the Poisson stream.
class burst_stream {
 public:
  struct shape {
    double v = 0.5;            ///< share of frequent records
    double b = 0.7;            ///< bias
    std::uint64_t l = 1;       ///< levels
    double u = 1e4;            ///< mean of the frequent keys
    std::uint64_t length = 0;  ///< records of the whole stream
  };

  /// No stretch can hold more frequent records than records: l <= ln v / ln(1/2b).
  static bool possible(const shape& wanted) {
    return wanted.v * std::pow(2 * wanted.b, static_cast<double>(wanted.l)) <= 1 + 1e-9;
  }

  /// The paper's bound on l, for a bias of more than one half.
  static std::uint64_t most_levels(double v, double b) {
    return static_cast<std::uint64_t>(std::floor(std::log(v) / std::log(1 / (2 * b)) + 1e-9));
  }

  burst_stream(const shape& wanted, std::uint64_t seed) : shape_(wanted), seed_(seed) {
    assert(possible(wanted));
  }

  stream_record next() {
    dice roll = stream_dice(seed_, records_);
    const double chance = frequent_share(records_++);
    if (roll.fraction() >= chance) return {fresh_++, false};
    const auto rank = static_cast<std::uint64_t>(-shape_.u * std::log(1 - roll.fraction()));
    if (rank >= seen_.size()) seen_.resize(rank * 2 + 1);
    const bool repeat = seen_[rank];
    seen_[rank] = true;
    return {rank | frequent, repeat};
  }

 private:
  static constexpr std::uint64_t frequent = 1ULL << 63;

  double frequent_share(std::uint64_t record) const {
    double share = shape_.v;
    double place = static_cast<double>(record) / static_cast<double>(shape_.length);
    for (std::uint64_t level = 0; level < shape_.l; ++level) {
      place *= 2;
      const bool first = place < 1;
      share *= 2 * (first ? shape_.b : 1 - shape_.b);
      if (!first) place -= 1;
    }
    return share;
  }

  shape shape_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t fresh_ = 0;
  std::vector<bool> seen_;
};

}  // namespace sluice::lab
