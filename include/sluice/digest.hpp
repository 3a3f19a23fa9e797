#pragma once

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "sluice/probing.hpp"

namespace sluice {

/// 128 uniform bits that stand for a key. Everything a filter needs comes out of them:
///
///     high                     low
///     63 ............... 0     63 ........... 20 | 19 ......... 0
///     position (first probe)   fingerprint (44)    sample (20)
///
/// The sample bits are nobody's but the audit's: no filter's verdict depends on them, so a sample
/// of keys chosen by them is fair.
struct digest {
  static constexpr unsigned sample_bits = 20;
  static constexpr unsigned fingerprint_bits = 64 - sample_bits;

  std::uint64_t high = 0;
  std::uint64_t low = 0;

  /// In [0, range), by the leading bits of `high`; independent of the fingerprint.
  constexpr std::uint64_t position(std::uint64_t range) const noexcept {
    return reduce(high, range);
  }
  constexpr std::uint64_t fingerprint() const noexcept { return low >> sample_bits; }
  constexpr std::uint64_t sample() const noexcept { return low & ((1ULL << sample_bits) - 1); }

  friend constexpr bool operator==(const digest&, const digest&) = default;
};

/// The places of one key: as many positions as a filter asks for, each uniform in its range.
///
/// A multiplicative congruential generator of 128 bits that starts at the digest. Unlike
/// h1 + i*h2 its probes are not on a line, so that the textbook's independent hash functions
/// describe it down to small filters. The sample bits are replaced by an odd constant.
class probe_sequence {
 public:
  explicit constexpr probe_sequence(const digest& key) noexcept
      : state_((static_cast<uint128>(key.high) << 64) | (key.fingerprint() << digest::sample_bits) |
               1) {}

  constexpr std::uint64_t next(std::uint64_t range) noexcept {
    const std::uint64_t position = reduce(static_cast<std::uint64_t>(state_ >> 64), range);
    state_ *= multiplier;
    return position;
  }

 private:
  // Steele & Vigna 2021: a good 64-bit multiplier for a 128-bit state.
  static constexpr std::uint64_t multiplier = 0xda942042e4dd58b5;

  uint128 state_;
};

/// Position number `index` of a key, for those that need them out of order. Multiplies two words
/// that differ in every index and folds the product.
constexpr std::uint64_t probe_at(const digest& key, std::uint64_t index,
                                 std::uint64_t range) noexcept {
  const std::uint64_t one = key.high ^ ((index + 1) * 0x9e3779b97f4a7c15);
  const std::uint64_t other =
      (key.fingerprint() << digest::sample_bits) ^ ((index + 1) * 0xda942042e4dd58b5);
  const uint128 product = static_cast<uint128>(one) * other;
  return reduce(static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product),
                range);
}

/// Key bytes to digest by XXH3. Same seed, same key, same digest, on every machine.
/// Not for keys that an adversary writes: see keyed_digester.
class digester {
 public:
  explicit digester(std::uint64_t seed = 0) noexcept : seed_(seed) {
    XXH3_generateSecret_fromSeed(secret_.data(), seed);
  }

  digest operator()(std::string_view key) const noexcept {
    const XXH128_hash_t hash = XXH3_128bits_withSecretandSeed(
        key.data(), key.size(), secret_.data(), secret_.size(), seed_);
    return {hash.high64, hash.low64};
  }

 private:
  // Long keys are hashed with a secret derived from the seed; deriving it once, not once a key.
  std::array<unsigned char, XXH3_SECRET_DEFAULT_SIZE> secret_{};
  std::uint64_t seed_;
};

}  // namespace sluice
