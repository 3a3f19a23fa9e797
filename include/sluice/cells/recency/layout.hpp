#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "sluice/digest.hpp"
#include "sluice/planning/recency.hpp"

namespace sluice {

/// How a bucket of the recency filter lies in memory, and what the kernels need to know of it.
///
/// A bucket is one little-endian integer of 64, 256 or 512 bits that never crosses a cache line: b
/// fields of f bits, field 0 (the lowest) the most recently used. One record does
///   match: find the field equal to the fingerprint; the bits up to its upper end are the span;
///   touch: shift the span up by one field and put the fingerprint in front.
/// With a match that moves it to the front. Without one the span is all fields and the oldest falls
/// off: push and move-to-front are one operation, without a branch.
///
/// Invariants: fingerprints are 1..2^f - 1 and 0 is an empty slot; bits above the last field are 0.
struct recency_layout {
  std::uint64_t buckets;
  std::uint64_t words;   // of a bucket
  std::uint64_t slots;   // b
  unsigned bits;         // f
  std::uint64_t field;   // a mask of f bits
  std::uint64_t oldest;  // a mask of bit b - 1: the slot that gives way when none matches

  // Without vectors, fields are compared a window of whole fields in 64 bits at a time.
  unsigned window;            // its bits
  std::uint64_t lows, highs;  // the lowest and highest bit of each field in it

  // With vectors, field i goes to lane i: its bytes by a shuffle, then a shift by the 0..7 bits
  // left over. 512 shuffles the whole bucket, 256 the bytes of two loads of 16.
  template <std::size_t Size, std::size_t Groups>
  struct lanes {
    alignas(64) std::array<std::array<std::uint8_t, Size>, Groups> bytes{};
    alignas(64) std::array<std::array<std::uint8_t, Size>, Groups> shift{};
  };
  lanes<64, 3> by_512;
  lanes<32, 5> by_256;
  std::array<std::array<std::uint8_t, 2>, 5> load_at{};

  /// A lane holds a field and up to 7 bits of misalignment.
  unsigned lane_bytes() const noexcept { return bits <= 25 ? 4 : 8; }

  explicit recency_layout(const recency_parameters& p)
      : buckets(p.buckets),
        words(p.width / 64),
        slots(p.b),
        bits(static_cast<unsigned>(p.f)),
        field((1ULL << p.f) - 1),
        oldest(1ULL << (p.b - 1)),
        window(static_cast<unsigned>(std::min(64 / p.f, p.b) * p.f)),
        lows(0) {
    for (unsigned low = 0; low < window; low += bits) lows |= 1ULL << low;
    highs = lows << (bits - 1);
    if (words > 1) place_lanes();
  }

  std::uint64_t word_of(const digest& key) const noexcept { return key.position(buckets) * words; }

  /// What is set in a bucket above its last field; nothing should be.
  std::uint64_t strays(const std::uint64_t* bucket) const noexcept {
    const std::uint64_t used = slots * bits;
    std::uint64_t above = used % 64 == 0 ? 0 : bucket[used / 64] >> (used % 64);
    for (std::uint64_t word = (used + 63) / 64; word < words; ++word) above |= bucket[word];
    return above;
  }

  /// The share of slots in use. Of the first sixteen thousand buckets: the digest spreads keys
  /// evenly, so that these stand for all.
  double fill(const std::uint64_t* table) const noexcept {
    const std::uint64_t sample = std::min<std::uint64_t>(buckets, 1 << 14);
    std::uint64_t used = 0;
    for (std::uint64_t bucket = 0; bucket < sample; ++bucket) {
      used += used_slots(table + bucket * words);
    }
    return static_cast<double>(used) / static_cast<double>(sample * slots);
  }

  /// Uniform in 1..2^f - 1, by the digest's fingerprint bits alone.
  std::uint64_t fingerprint_of(const digest& key) const noexcept {
    return 1 + reduce(key.fingerprint() << digest::sample_bits, field);
  }

 private:
  /// Slots fill from the front, so that the highest set bit tells how many are used.
  std::uint64_t used_slots(const std::uint64_t* bucket) const noexcept {
    for (std::uint64_t word = words; word-- > 0;) {
      if (bucket[word] == 0) continue;
      const std::uint64_t top =
          word * 64 + static_cast<std::uint64_t>(std::bit_width(bucket[word]));
      return (top - 1) / bits + 1;
    }
    return 0;
  }

  void place_lanes() {
    constexpr std::uint8_t nothing = 0x80;  // this byte of the shuffle gives zero
    constexpr std::uint8_t away = 0x40;     // a shift that leaves nothing
    for (auto& group : by_512.shift) group.fill(away);
    for (auto& group : by_256.shift) group.fill(away);
    for (auto& group : by_256.bytes) group.fill(nothing);

    const unsigned lane = lane_bytes();
    const auto bucket_bytes = static_cast<unsigned>(8 * words);
    for (unsigned i = 0; i < slots; ++i) {
      const unsigned first = i * bits / 8;
      const unsigned group = i * lane / 32;
      const unsigned at_512 = i * lane % 64;
      const unsigned at_256 = i * lane % 32;
      std::uint8_t& load = load_at[group][at_256 / 16];
      if (at_256 % 16 == 0) load = static_cast<std::uint8_t>(std::min(first, bucket_bytes - 16));
      for (unsigned j = 0; j < lane; ++j) {
        const unsigned from = std::min(first + j, bucket_bytes - 1);  // past the end: masked off
        by_512.bytes[group / 2][at_512 + j] = static_cast<std::uint8_t>(from);
        by_256.bytes[group][at_256 + j] = static_cast<std::uint8_t>(std::min(from - load, 15U));
        by_512.shift[group / 2][at_512 + j] = by_256.shift[group][at_256 + j] = 0;
      }
      by_512.shift[group / 2][at_512] = by_256.shift[group][at_256] =
          static_cast<std::uint8_t>(i * bits % 8);
    }
  }
};

}  // namespace sluice
