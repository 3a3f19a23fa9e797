#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sluice/dice.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

/// Links in the order in which a crawler meets them. It stands in for the crawl of Deng & Rafiei
/// 2006, section 5.1, which cannot be had: 695M links, of which 15 % are distinct.
///
/// Each record makes an appointment for its link's next record, with gaps over nine decades. The
/// weights of the decades were fitted to what the paper tells of its crawl: the share of distinct
/// links after 100K, 10M and 695M records, and what an exact buffer misses at each size (the column
/// "Buffering" of its Figure 4). So that column comes out by construction, within some points; the
/// other columns are results.
class crawl_stream {
 public:
  /// `scale` shortens the gaps, for streams that are as much shorter than the paper's.
  crawl_stream(std::uint64_t records, std::uint64_t seed, double scale = 1)
      : seed_(seed), scale_(scale), places_(records) {}

  /// At most as often as there are records.
  stream_record next() {
    std::uint32_t& place = places_[records_];
    const bool repeat = place != free;
    const std::uint32_t link = repeat ? place - 1 : links_++;
    dice roll = stream_dice(seed_, records_);
    appoint(link, gap(roll));
    ++records_;
    return {link, repeat};
  }

 private:
  static constexpr std::uint32_t free = 0;

  /// Shares of the records whose link comes again 1 to 10 records later, 10 to 100, …, and 10^8 to
  /// 7 x 10^8. The rest comes no more.
  static constexpr std::array<double, 9> decades{0.021, 0.113, 0.047, 0.062, 0.083,
                                                 0.096, 0.134, 0.233, 0.125};
  static constexpr double longest = 7e8;

  /// Infinite where the link comes no more.
  double gap(dice& roll) const {
    double share = roll.fraction();
    double shortest = 1;
    for (const double decade : decades) {
      if (share < decade) {
        const double end = std::min(shortest * 10, longest);
        return std::max(1.0, scale_ * shortest * std::pow(end / shortest, share / decade));
      }
      share -= decade;
      shortest *= 10;
    }
    return INFINITY;
  }

  /// At the first free place; appointments after the end are dropped.
  void appoint(std::uint32_t link, double gap) {
    const double at = static_cast<double>(records_) + gap;
    if (at >= static_cast<double>(places_.size())) return;
    auto when = static_cast<std::uint64_t>(at);
    while (when < places_.size() && places_[when] != free) ++when;
    if (when < places_.size()) places_[when] = link + 1;
  }

  std::uint64_t seed_;
  double scale_;
  std::uint64_t records_ = 0;
  std::uint32_t links_ = 0;
  std::vector<std::uint32_t> places_;
};

}  // namespace sluice::lab
