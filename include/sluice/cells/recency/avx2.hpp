#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>

#include "sluice/cells/recency/layout.hpp"

#define SLUICE_AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt")))

namespace sluice::recency_avx2 {

SLUICE_AVX2 inline __m256i vector(std::uint64_t value, unsigned lane) noexcept {
  return lane == 4 ? _mm256_set1_epi32(static_cast<int>(value))
                   : _mm256_set1_epi64x(static_cast<long long>(value));
}

/// Bit i is set where field i equals the fingerprint.
template <unsigned Lane>
SLUICE_AVX2 inline std::uint64_t match(const std::uint64_t* bucket, std::uint64_t fingerprint,
                                       const recency_layout& l) noexcept {
  const auto* const bytes = reinterpret_cast<const char*>(bucket);
  const __m256i wanted = vector(fingerprint, Lane);
  const __m256i field = vector(l.field, Lane);
  std::uint64_t hits = 0;
  for (unsigned group = 0, at = 0; at < l.slots; ++group, at += 32 / Lane) {
    const auto* const low = reinterpret_cast<const __m128i*>(bytes + l.load_at[group][0]);
    const auto* const high = reinterpret_cast<const __m128i*>(bytes + l.load_at[group][1]);
    const auto* const order = reinterpret_cast<const __m256i*>(l.by_256.bytes[group].data());
    const auto* const by = reinterpret_cast<const __m256i*>(l.by_256.shift[group].data());
    __m256i fields = _mm256_shuffle_epi8(_mm256_loadu2_m128i(high, low), _mm256_load_si256(order));
    const __m256i shift = _mm256_load_si256(by);
    if constexpr (Lane == 4) {
      fields = _mm256_and_si256(_mm256_srlv_epi32(fields, shift), field);
      const __m256i equal = _mm256_cmpeq_epi32(fields, wanted);
      const int mask = _mm256_movemask_ps(_mm256_castsi256_ps(equal));
      hits |= static_cast<std::uint64_t>(static_cast<unsigned>(mask)) << at;
    } else {
      fields = _mm256_and_si256(_mm256_srlv_epi64(fields, shift), field);
      const __m256i equal = _mm256_cmpeq_epi64(fields, wanted);
      const int mask = _mm256_movemask_pd(_mm256_castsi256_pd(equal));
      hits |= static_cast<std::uint64_t>(static_cast<unsigned>(mask)) << at;
    }
  }
  return hits;
}

/// Four words moved up by one field as far as the span reaches. `below` holds the word under each,
/// `reach` the bits of the span above each word's beginning.
SLUICE_AVX2 inline __m256i move_up(__m256i words, __m256i below, __m256i reach,
                                   unsigned bits) noexcept {
  const __m256i moved =
      _mm256_or_si256(_mm256_sll_epi64(words, _mm_cvtsi32_si128(static_cast<int>(bits))),
                      _mm256_srl_epi64(below, _mm_cvtsi32_si128(static_cast<int>(64 - bits))));
  const __m256i kept =
      _mm256_sllv_epi64(_mm256_set1_epi64x(-1), _mm256_max_epi32(reach, _mm256_setzero_si256()));
  return _mm256_or_si256(_mm256_and_si256(kept, words), _mm256_andnot_si256(kept, moved));
}

template <unsigned Words>
SLUICE_AVX2 inline void touch(std::uint64_t* bucket, std::uint64_t fingerprint, unsigned span,
                              unsigned bits) noexcept {
  auto* const halves = reinterpret_cast<__m256i*>(bucket);
  const __m256i low = _mm256_load_si256(halves);
  const __m256i spans = _mm256_set1_epi64x(span);
  const __m256i front = vector(fingerprint << (64 - bits), 8);
  const __m256i under_low = _mm256_blend_epi32(_mm256_permute4x64_epi64(low, 0x90), front, 3);
  if constexpr (Words == 8) {
    const __m256i high = _mm256_load_si256(halves + 1);
    const __m256i under_high = _mm256_blend_epi32(_mm256_permute4x64_epi64(high, 0x90),
                                                  _mm256_permute4x64_epi64(low, 0xff), 3);
    const __m256i reach = _mm256_sub_epi64(spans, _mm256_setr_epi64x(256, 320, 384, 448));
    _mm256_store_si256(halves + 1, move_up(high, under_high, reach, bits));
  }
  const __m256i reach = _mm256_sub_epi64(spans, _mm256_setr_epi64x(0, 64, 128, 192));
  _mm256_store_si256(halves, move_up(low, under_low, reach, bits));
}

template <unsigned Words, unsigned Lane>
SLUICE_AVX2 inline bool step(std::uint64_t* bucket, std::uint64_t fingerprint,
                             const recency_layout& l) noexcept {
  const std::uint64_t hits = match<Lane>(bucket, fingerprint, l);
  const auto slot = static_cast<unsigned>(std::countr_zero(hits | l.oldest));
  touch<Words>(bucket, fingerprint, (slot + 1) * l.bits, l.bits);
  return hits != 0;
}

}  // namespace sluice::recency_avx2
