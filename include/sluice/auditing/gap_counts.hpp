#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice {

/// How far apart repeats are, counted in bins of half a power of two. The bins are somebody else's
/// memory.
class gap_counts {
 public:
  static constexpr std::size_t bins = 128;

  explicit gap_counts(std::span<std::uint64_t, bins> counts) noexcept : counts_(counts) {}

  /// A gap that stands for `weight` of them.
  void add(std::uint64_t gap, std::uint64_t weight) noexcept { counts_[bin_of(gap)] += weight; }

  double total() const noexcept {
    double sum = 0;
    for (const std::uint64_t count : counts_) sum += static_cast<double>(count);
    return sum;
  }

  /// At most about `size` gaps that are distributed like those counted; `shortest_too` more gaps
  /// of 1 are put before them.
  std::vector<double> as_sample(std::size_t size, double shortest_too) const {
    const double all = total() + shortest_too;
    std::vector<double> gaps;
    double before = shortest_too;
    const auto place = [&](double count) { return count / all * static_cast<double>(size); };
    const auto take = [&](double from, double count, double low, double high) {
      for (auto i = static_cast<std::size_t>(std::ceil(place(from) - 0.5));
           static_cast<double>(i) + 0.5 < place(from + count); ++i) {
        const double part = (static_cast<double>(i) + 0.5 - place(from)) / place(count);
        gaps.push_back(low + part * (high - low));
      }
    };
    take(0, shortest_too, 1, 1);
    for (std::size_t bin = 0; bin < bins; ++bin) {
      if (counts_[bin] == 0) continue;
      take(before, static_cast<double>(counts_[bin]), low_end(bin), low_end(bin + 1));
      before += static_cast<double>(counts_[bin]);
    }
    return gaps;
  }

 private:
  static std::size_t bin_of(std::uint64_t gap) noexcept {
    if (gap < 2) return 0;
    const auto octave = static_cast<unsigned>(std::bit_width(gap)) - 1;
    return std::size_t{2} * octave + ((gap >> (octave - 1)) & 1);
  }

  static double low_end(std::size_t bin) noexcept {
    return std::ldexp(bin % 2 == 0 ? 1.0 : 1.5, static_cast<int>(bin / 2));
  }

  std::span<std::uint64_t, bins> counts_;
};

}  // namespace sluice
