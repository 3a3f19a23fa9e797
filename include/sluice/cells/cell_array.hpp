#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

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

  std::uint64_t count_occupied() const noexcept { return count_occupied(0, count_); }

  /// Of a run that does not wrap.
  std::uint64_t count_occupied(std::uint64_t first, std::uint64_t length) const noexcept {
    std::uint64_t sum = 0;
    while (length > 0) {
      const std::uint64_t here = std::min(length, per_word - first % per_word);
      const std::uint64_t cells = occupied(words()[first / per_word]) & run_in_word(first, here);
      sum += static_cast<std::uint64_t>(std::popcount(cells));
      length -= here;
      first += here;
    }
    return sum;
  }

  /// The cells as they lie in memory, for snapshots.
  std::span<std::byte> memory() noexcept { return storage_.memory(); }

  /// Are all bits zero that belong to no cell?
  bool is_sound() const noexcept {
    std::uint64_t strays = 0;
    if constexpr (per_word * Bits < 64) {
      for (std::uint64_t i = 0; i < word_count(); ++i) strays |= words()[i] >> (per_word * Bits);
    }
    for (std::uint64_t i = word_count(); i < bytes() / 8; ++i) strays |= words()[i];
    if (const std::uint64_t used = count_ % per_word; used != 0) {
      strays |= words()[word_count() - 1] & ~run_in_word(0, used);
    }
    return strays == 0;
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

  /// The bits of so many cells from this one on, all in one word.
  static constexpr std::uint64_t run_in_word(std::uint64_t first, std::uint64_t cells) noexcept {
    const std::uint64_t width = cells * Bits;
    return (width == 64 ? ~0ULL : (1ULL << width) - 1) << shift(first);
  }

  std::uint64_t lower_in_word(std::uint64_t first, std::uint64_t cells) noexcept {
    std::uint64_t& word = words()[first / per_word];
    const std::uint64_t before = occupied(word) & run_in_word(first, cells);
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
