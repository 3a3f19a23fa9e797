#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
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
  static constexpr std::uint64_t most_records = UINT32_MAX - 1;  // links are numbered in 32 bits

  /// `scale` shortens the gaps, for streams that are as much shorter than the paper's.
  crawl_stream(std::uint64_t records, std::uint64_t seed, double scale = 1)
      : seed_(seed), scale_(scale), places_(records) {
    for (std::uint64_t record = 0; record < ahead; ++record) draw(record);
  }

  /// At most as often as there are records.
  stream_record next() {
    const std::uint32_t place = places_[records_];
    const bool repeat = place != free;
    const std::uint32_t link = repeat ? place - 1 : links_++;
    appoint(link, drawn_[records_ % ahead]);
    draw(records_ + ahead);
    ++records_;
    return {link, repeat};
  }

 private:
  static constexpr std::uint32_t free = 0;
  static constexpr std::uint64_t ahead = 16;  // gaps are drawn so early that memory has come

  /// Shares of the records whose link comes again 1 to 10 records later, 10 to 100, …, and 10^8 to
  /// 7 x 10^8. The rest comes no more.
  static constexpr std::array<double, 9> decades{0.021, 0.113, 0.047, 0.062, 0.083,
                                                 0.096, 0.134, 0.233, 0.125};
  static constexpr double longest = 7e8;
  static constexpr double whole_decade = std::numbers::ln10;
  static constexpr double last_decade = 1.9459101490553132;  // ln 7

  /// Infinite where the link comes no more.
  double gap(dice& roll) const {
    double share = roll.fraction();
    double shortest = 1;
    for (const double decade : decades) {
      if (share < decade) {
        const double range = shortest * 10 < longest ? whole_decade : last_decade;
        return std::max(1.0, scale_ * shortest * std::exp(range * share / decade));
      }
      share -= decade;
      shortest *= 10;
    }
    return INFINITY;
  }

  /// The place of the link's next record; past the end where it comes no more.
  void draw(std::uint64_t record) {
    dice roll = stream_dice(seed_, record);
    const double at = static_cast<double>(record) + gap(roll);
    const bool comes = at < static_cast<double>(places_.size());
    std::uint64_t& when = drawn_[record % ahead];
    when = comes ? static_cast<std::uint64_t>(at) : places_.size();
    if (comes) __builtin_prefetch(&places_[when], 1);
  }

  /// At the first free place; appointments after the end are dropped.
  void appoint(std::uint32_t link, std::uint64_t when) {
    while (when < places_.size() && places_[when] != free) ++when;
    if (when < places_.size()) places_[when] = link + 1;
  }

  std::uint64_t seed_;
  double scale_;
  std::uint64_t records_ = 0;
  std::uint32_t links_ = 0;
  std::array<std::uint64_t, ahead> drawn_{};
  std::vector<std::uint32_t> places_;
};

}  // namespace sluice::lab
