#pragma once

#include <cstdint>
#include <span>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/recency/layout.hpp"
#include "sluice/cells/recency/scalar.hpp"
#include "sluice/filter.hpp"
#if defined(__x86_64__)
#include "sluice/cells/recency/avx2.hpp"
#include "sluice/cells/recency/avx512.hpp"
#endif

// GCC 12 finds the undefined operands inside its own intrinsics uninitialized (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace sluice {

/// Which instructions a batch is worked with. All give the same verdicts and the same bits.
enum class instructions { plain, avx2, avx512 };

/// The best that this machine has.
inline instructions best_instructions() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2")) {
    return instructions::avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return instructions::avx2;
#endif
  return instructions::plain;
}

using recency_batch = void (*)(std::uint64_t* table, const recency_layout& layout,
                               std::span<const digest> keys, std::span<verdict> verdicts) noexcept;

// A batch function for each kind of instructions. The layout is copied because stores to the table
// might otherwise change it for all the compiler knows; the kind is an attribute of the function
// and of its lambda, so that the step is inlined.
#define SLUICE_RECENCY_BATCH(TARGET, STEP)                                                  \
  TARGET void batch(std::uint64_t* table, const recency_layout& shared,                     \
                    std::span<const digest> keys, std::span<verdict> verdicts) noexcept {   \
    const recency_layout l = shared;                                                        \
    work_ahead(                                                                             \
        keys.size(), [&](std::size_t i) TARGET { prefetch(table + l.word_of(keys[i])); },   \
        [&](std::size_t i) TARGET {                                                         \
          const bool seen = STEP(table + l.word_of(keys[i]), l.fingerprint_of(keys[i]), l); \
          verdicts[i] = static_cast<verdict>(seen);                                         \
        });                                                                                 \
  }

namespace recency_scalar {
template <unsigned Words>
SLUICE_RECENCY_BATCH(, step<Words>)
}  // namespace recency_scalar

#if defined(__x86_64__)
namespace recency_avx2 {
template <unsigned Words, unsigned Lane>
SLUICE_RECENCY_BATCH(SLUICE_AVX2, (step<Words, Lane>))
}  // namespace recency_avx2

namespace recency_avx512 {
template <unsigned Words, unsigned Lane>
SLUICE_RECENCY_BATCH(SLUICE_AVX512, (step<Words, Lane>))
}  // namespace recency_avx512
#endif

#undef SLUICE_RECENCY_BATCH

/// The batch function for a layout.
inline recency_batch choose_batch(const recency_layout& layout, instructions with) noexcept {
  if (layout.words == 1) return recency_scalar::batch<1>;
  const bool line = layout.words == 8;
#if defined(__x86_64__)
  const bool narrow = layout.lane_bytes() == 4;
  if (with == instructions::avx512) {
    using namespace recency_avx512;
    return line ? narrow ? batch<8, 4> : batch<8, 8> : narrow ? batch<4, 4> : batch<4, 8>;
  }
  if (with == instructions::avx2) {
    using namespace recency_avx2;
    return line ? narrow ? batch<8, 4> : batch<8, 8> : narrow ? batch<4, 4> : batch<4, 8>;
  }
#endif
  static_cast<void>(with);
  return line ? recency_scalar::batch<8> : recency_scalar::batch<4>;
}

}  // namespace sluice

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
