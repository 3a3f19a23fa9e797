#pragma once

#include <immintrin.h>

#include <bit>
#include <cstdint>

#include "sluice/cells/recency/layout.hpp"

#define SLUICE_AVX512 \
  __attribute__((     \
      target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi,bmi2,lzcnt")))

namespace sluice::recency_avx512 {

template <unsigned Words>
SLUICE_AVX512 inline __m512i load(const std::uint64_t* bucket) noexcept {
  if constexpr (Words == 8) return _mm512_load_si512(bucket);
  return _mm512_zextsi256_si512(_mm256_load_si256(reinterpret_cast<const __m256i*>(bucket)));
}

template <unsigned Words>
SLUICE_AVX512 inline void store(std::uint64_t* bucket, __m512i words) noexcept {
  if constexpr (Words == 8) {
    _mm512_store_si512(bucket, words);
  } else {
    _mm256_store_si256(reinterpret_cast<__m256i*>(bucket), _mm512_castsi512_si256(words));
  }
}

/// Bit i is set where field i equals the fingerprint.
template <unsigned Lane>
SLUICE_AVX512 inline std::uint64_t match(__m512i words, std::uint64_t fingerprint,
                                         const recency_layout& l) noexcept {
  std::uint64_t hits = 0;
  for (unsigned group = 0, at = 0; at < l.slots; ++group, at += 64 / Lane) {
    const __m512i shift = _mm512_load_si512(l.by_512.shift[group].data());
    const __m512i order = _mm512_load_si512(l.by_512.bytes[group].data());
    const __m512i fields = _mm512_permutexvar_epi8(order, words);
    if constexpr (Lane == 4) {
      const __m512i other = _mm512_xor_si512(_mm512_srlv_epi32(fields, shift),
                                             _mm512_set1_epi32(static_cast<int>(fingerprint)));
      const auto field = _mm512_set1_epi32(static_cast<int>(l.field));
      hits |= std::uint64_t{_mm512_testn_epi32_mask(other, field)} << at;
    } else {
      const __m512i other = _mm512_xor_si512(
          _mm512_srlv_epi64(fields, shift), _mm512_set1_epi64(static_cast<long long>(fingerprint)));
      const auto field = _mm512_set1_epi64(static_cast<long long>(l.field));
      hits |= std::uint64_t{_mm512_testn_epi64_mask(other, field)} << at;
    }
  }
  return hits;
}

template <unsigned Words, unsigned Lane>
SLUICE_AVX512 inline bool step(std::uint64_t* bucket, std::uint64_t fingerprint,
                               const recency_layout& l) noexcept {
  const __m512i words = load<Words>(bucket);
  const std::uint64_t hits = match<Lane>(words, fingerprint, l);
  const unsigned span = (static_cast<unsigned>(std::countr_zero(hits | l.oldest)) + 1) * l.bits;

  const __m512i front = _mm512_set1_epi64(static_cast<long long>(fingerprint << (64 - l.bits)));
  const __m512i below = _mm512_alignr_epi64(words, front, 7);
  const __m512i moved = _mm512_shldv_epi64(words, below, _mm512_set1_epi64(l.bits));
  const __m512i reach = _mm512_sub_epi64(_mm512_set1_epi64(span),
                                         _mm512_setr_epi64(0, 64, 128, 192, 256, 320, 384, 448));
  const __m512i kept =
      _mm512_sllv_epi64(_mm512_set1_epi64(-1), _mm512_max_epi64(reach, _mm512_setzero_si512()));
  constexpr int choose = 0xca;  // kept ? words : moved
  store<Words>(bucket, _mm512_ternarylogic_epi64(kept, words, moved, choose));
  return hits != 0;
}

}  // namespace sluice::recency_avx512
