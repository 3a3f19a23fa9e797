#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "sluice/digest.hpp"

namespace sluice {

/// A Bloom filter in bits that belong to another, from bit `first` on. Two of them that take turns
/// at one key's probes are as independent as two filters with hash functions of their own.
class shared_bloom {
 public:
  shared_bloom(std::uint64_t first, std::uint64_t size, std::uint64_t probes) noexcept
      : first_(first), size_(size), probes_(probes) {}

  /// Takes its probes off the sequence; where it is not there, not all of them.
  bool contains(const std::uint64_t* words, probe_sequence& probes) const noexcept {
    for (std::uint64_t i = 0; i < probes_; ++i) {
      const std::uint64_t bit = first_ + probes.next(size_);
      if ((words[bit / 64] >> (bit % 64) & 1) == 0) return false;
    }
    return true;
  }

  void insert(std::uint64_t* words, probe_sequence& probes) noexcept {
    for (std::uint64_t i = 0; i < probes_; ++i) {
      const std::uint64_t bit = first_ + probes.next(size_);
      const std::uint64_t mask = 1ULL << (bit % 64);
      ones_ += (words[bit / 64] & mask) == 0;
      words[bit / 64] |= mask;
    }
  }

  void fetch(const std::uint64_t* words, probe_sequence& probes) const noexcept {
    for (std::uint64_t i = 0; i < probes_; ++i) {
      prefetch(words + (first_ + probes.next(size_)) / 64);
    }
  }

  /// The bits were overwritten.
  void recount(const std::uint64_t* words) noexcept {
    ones_ = 0;
    for (std::uint64_t bit = first_; bit < first_ + size_;) {
      const std::uint64_t here = std::min(64 - bit % 64, first_ + size_ - bit);
      const std::uint64_t mask = here == 64 ? ~0ULL : ((1ULL << here) - 1) << (bit % 64);
      ones_ += static_cast<std::uint64_t>(std::popcount(words[bit / 64] & mask));
      bit += here;
    }
  }

  double fill() const noexcept { return static_cast<double>(ones_) / static_cast<double>(size_); }

  /// The probability that a stranger is found (DABF paper, Eq. 1).
  double fpr() const noexcept { return std::pow(fill(), static_cast<double>(probes_)); }

 private:
  std::uint64_t first_;
  std::uint64_t size_;
  std::uint64_t probes_;
  std::uint64_t ones_ = 0;
};

}  // namespace sluice
