#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "sluice/cells/cell_array.hpp"
#include "sluice/digest.hpp"

namespace sluice {

/// k Bloom filters of s bits with one bit a key in each, and a count of the ones in every row.
class bit_rows {
 public:
  static constexpr std::uint64_t most_rows = 64;

  bit_rows(std::uint64_t k, std::uint64_t s) : k_(k), s_(s), bits_(k * s) {
    assert(k <= most_rows);
  }

  std::uint64_t bytes() const noexcept { return bits_.bytes(); }
  std::uint64_t ones(std::uint64_t row) const noexcept { return ones_[row]; }

  bool get(std::uint64_t row, std::uint64_t column) const noexcept {
    return bits_.get(row * s_ + column) != 0;
  }
  void put(std::uint64_t row, std::uint64_t column, bool value) noexcept {
    const std::uint64_t bit = row * s_ + column;
    ones_[row] += std::uint64_t{value} - bits_.get(bit);
    bits_.put(bit, value ? 1 : 0);
  }
  void fetch(std::uint64_t row, std::uint64_t column) const noexcept {
    bits_.fetch(row * s_ + column);
  }

  std::span<std::byte> memory() noexcept { return bits_.memory(); }

  /// Counts the ones anew after the memory was overwritten; false where it can be no such rows.
  bool restored() noexcept {
    for (std::uint64_t row = 0; row < k_; ++row) ones_[row] = bits_.count_occupied(row * s_, s_);
    return bits_.is_sound();
  }

  /// Is the key's bit set in every row?
  bool all_set(const digest& key) const noexcept {
    probe_sequence probes(key);
    for (std::uint64_t row = 0; row < k_; ++row) {
      if (!get(row, probes.next(s_))) return false;
    }
    return true;
  }

  /// A set column of the row at or after this one, around its end; there must be one.
  std::uint64_t next_one(std::uint64_t row, std::uint64_t column) const noexcept {
    assert(ones_[row] > 0);
    std::uint64_t bit = bits_.next_occupied(row * s_ + column);
    if (bit < row * s_ || bit >= (row + 1) * s_) bit = bits_.next_occupied(row * s_);
    return bit - row * s_;
  }

  double load(std::uint64_t row) const noexcept {
    return static_cast<double>(ones_[row]) / static_cast<double>(s_);
  }
  double mean_load() const noexcept {
    double sum = 0;
    for (std::uint64_t row = 0; row < k_; ++row) sum += load(row);
    return sum / static_cast<double>(k_);
  }

  /// The probability that a stranger finds its bit set in every row.
  double all_loads() const noexcept {
    double product = 1;
    for (std::uint64_t row = 0; row < k_; ++row) product *= load(row);
    return product;
  }

 private:
  std::uint64_t k_;
  std::uint64_t s_;
  std::array<std::uint64_t, most_rows> ones_{};
  cell_array<1> bits_;
};

}  // namespace sluice
