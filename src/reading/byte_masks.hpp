#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sluice {

/// Bit i tells whether at[i] is `wanted`, for the 64 bytes at `at`.
inline std::uint64_t equal_mask(const char* at, char wanted) noexcept {
  std::uint64_t mask = 0;
#ifdef __SSE2__
  const __m128i pattern = _mm_set1_epi8(wanted);
  for (int part = 3; part >= 0; --part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + part);
    const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, pattern));
    mask = (mask << 16) | static_cast<std::uint32_t>(equal);
  }
#else
  for (int i = 63; i >= 0; --i) mask = (mask << 1) | (at[i] == wanted ? 1 : 0);
#endif
  return mask;
}

}  // namespace sluice
