#pragma once

#include <bit>
#include <cstdint>

#include "sluice/cells/recency/layout.hpp"

namespace sluice::recency_scalar {

/// The span that ends with the field equal to the fingerprint, in bits; 0 where none is. Of a
/// window, only the bits `compared` must be equal.
template <unsigned Words>
unsigned match(const std::uint64_t* bucket, std::uint64_t fingerprint, const recency_layout& l,
               std::uint64_t compared = ~0ULL) noexcept {
  const std::uint64_t wanted = fingerprint * l.lows;  // in every field of a window
  for (unsigned at = 0; at < l.slots * l.bits; at += l.window) {
    const unsigned word = at / 64;
    const unsigned up = at % 64;
    std::uint64_t seen = bucket[word] >> up;
    if (word + 1 < Words) seen |= bucket[word + 1] << 1 << (63 - up);
    seen = (seen ^ wanted) & compared;
    // A zero field shows in its highest bit. Borrows make the fields above it lie, so only the
    // lowest such bit counts.
    const std::uint64_t zero = (seen - l.lows) & ~seen & l.highs;
    if (zero != 0) return at + static_cast<unsigned>(std::countr_zero(zero)) + 1;
  }
  return 0;
}

/// Shifts the span up by one field and puts the fingerprint in front.
inline void touch(std::uint64_t* bucket, std::uint64_t fingerprint, unsigned span,
                  unsigned bits) noexcept {
  std::uint64_t below = fingerprint;
  for (; span > 64; span -= 64, ++bucket) {
    const std::uint64_t old = *bucket;
    *bucket = old << bits | below;
    below = old >> (64 - bits);
  }
  const std::uint64_t moved = ~0ULL >> (64 - span);
  *bucket = (*bucket & ~moved) | ((*bucket << bits | below) & moved);
}

/// One record; true where its fingerprint was there.
template <unsigned Words>
bool step(std::uint64_t* bucket, std::uint64_t fingerprint, const recency_layout& l) noexcept {
  const unsigned span = match<Words>(bucket, fingerprint, l);
  const auto whole = static_cast<unsigned>(l.slots * l.bits);
  touch(bucket, fingerprint, span != 0 ? span : whole, l.bits);
  return span != 0;
}

/// In a single word both halves are a handful of instructions, without a branch.
template <>
inline bool step<1>(std::uint64_t* bucket, std::uint64_t fingerprint,
                    const recency_layout& l) noexcept {
  const std::uint64_t seen = *bucket ^ fingerprint * l.lows;
  const std::uint64_t zero = (seen - l.lows) & ~seen & l.highs;
  const std::uint64_t top = zero | 1ULL << (l.window - 1);  // none: as if the oldest matched
  const std::uint64_t moved = top ^ (top - 1);              // up to the lowest of these bits
  *bucket = (*bucket & ~moved) | ((*bucket << l.bits | fingerprint) & moved);
  return zero != 0;
}

}  // namespace sluice::recency_scalar
