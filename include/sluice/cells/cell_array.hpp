#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sluice/cells/storage.hpp"
#include "sluice/probing.hpp"

namespace sluice {

/// Cells of so many bits are packed so that none straddles a word: the memory that `count` of them
/// take, and how many fit some memory.
constexpr std::uint64_t cell_bytes(unsigned bits, std::uint64_t count) noexcept {
  const std::uint64_t per_word = 64 / bits;
  return (count / per_word + (count % per_word != 0)) * 8;
}
constexpr std::uint64_t cells_fitting(unsigned bits, std::uint64_t bytes) noexcept {
  return bytes / 8 * (64 / bits);
}

/// Small counters of `Bits` bits, all zero at first. One bit: an ordinary bit array. Three bits:
/// 21 to a word, one bit in 64 unused.
template <unsigned Bits>
class cell_array {
  static_assert(Bits >= 1 && Bits <= 4);

 public:
  static constexpr unsigned highest = (1U << Bits) - 1;
  static constexpr std::uint64_t per_word = 64 / Bits;

  explicit cell_array(std::uint64_t count) : count_(count), storage_(cell_bytes(Bits, count)) {}

  std::uint64_t size() const noexcept { return count_; }
  std::uint64_t bytes() const noexcept { return storage_.bytes(); }

  unsigned get(std::uint64_t cell) const noexcept {
    return static_cast<unsigned>(words()[cell / per_word] >> shift(cell)) & highest;
  }

  void put(std::uint64_t cell, unsigned value) noexcept {
    std::uint64_t& word = words()[cell / per_word];
    word ^= (((word >> shift(cell)) & highest) ^ value) << shift(cell);
  }

  /// Takes one from each non-zero cell of a run that wraps around the end; says how many that
  /// made zero.
  std::uint64_t lower_run(std::uint64_t first, std::uint64_t length) noexcept {
    std::uint64_t emptied = 0;
    while (length > 0) {
      const std::uint64_t here = std::min({length, per_word - first % per_word, count_ - first});
      emptied += lower_in_word(first, here);
      length -= here;
      first += here;
      if (first == count_) first = 0;
    }
    return emptied;
  }

  /// Zeroes the words that hold these cells; both ends must be those of words.
  void clear_words(std::uint64_t first, std::uint64_t count) noexcept {
    std::fill_n(words() + first / per_word, count / per_word, 0);
  }

  /// A non-zero cell at or after `cell`, wrapping around; there must be one.
  std::uint64_t next_occupied(std::uint64_t cell) const noexcept {
    std::uint64_t index = cell / per_word;
    std::uint64_t here = occupied(words()[index]) & (~0ULL << shift(cell));
    while (here == 0) {
      index = index + 1 < word_count() ? index + 1 : 0;
      here = occupied(words()[index]);
    }
    return index * per_word + static_cast<unsigned>(std::countr_zero(here)) / Bits;
  }

  std::uint64_t count_occupied() const noexcept {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < word_count(); ++i) {
      sum += static_cast<std::uint64_t>(std::popcount(occupied(words()[i])));
    }
    return sum;
  }

  void fetch(std::uint64_t cell) const noexcept { prefetch(words() + cell / per_word); }

 private:
  static constexpr unsigned shift(std::uint64_t cell) noexcept {
    return static_cast<unsigned>(cell % per_word) * Bits;
  }

  /// The lowest bit of each non-zero cell.
  static constexpr std::uint64_t occupied(std::uint64_t word) noexcept {
    std::uint64_t any = word;
    for (unsigned bit = 1; bit < Bits; ++bit) any |= word >> bit;
    return any & lowest_bits;
  }

  static constexpr std::uint64_t lowest_bits = [] {
    std::uint64_t mask = 0;
    for (unsigned cell = 0; cell < per_word; ++cell) mask |= 1ULL << (cell * Bits);
    return mask;
  }();

  std::uint64_t lower_in_word(std::uint64_t first, std::uint64_t cells) noexcept {
    const std::uint64_t width = cells * Bits;
    const std::uint64_t run = (width == 64 ? ~0ULL : (1ULL << width) - 1) << shift(first);
    std::uint64_t& word = words()[first / per_word];
    const std::uint64_t before = occupied(word) & run;
    word -= before;
    return static_cast<std::uint64_t>(std::popcount(before & ~occupied(word)));
  }

  std::uint64_t word_count() const noexcept { return cell_bytes(Bits, count_) / 8; }
  std::uint64_t* words() noexcept { return static_cast<std::uint64_t*>(storage_.data()); }
  const std::uint64_t* words() const noexcept {
    return static_cast<const std::uint64_t*>(storage_.data());
  }

  std::uint64_t count_;
  storage storage_;
};

}  // namespace sluice
