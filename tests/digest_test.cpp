#include "sluice/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sluice/keyed_digest.hpp"
#include "support/tolerance.hpp"

namespace sluice::digest_test {

TEST(digest, is_plain_seeded_xxh3_for_every_length) {
  std::string key;
  for (std::uint64_t seed : {0ULL, 1ULL, 0x123456789abcdefULL}) {
    const digester by(seed);
    key.clear();
    for (int length = 0; length < 700; ++length, key += static_cast<char>(length * 31)) {
      const XXH128_hash_t expected = XXH3_128bits_withSeed(key.data(), key.size(), seed);
      EXPECT_EQ(by(key), (digest{expected.high64, expected.low64})) << length;
    }
  }
}

TEST(digest, stays_the_same_for_ever) {
  // State on disk depends on it.
  EXPECT_EQ(digester()("sluice"), (digest{0xadbab6796a85b841, 0x28d6b41d9413a19d}));
}

TEST(digest, differs_by_seed) {
  EXPECT_NE(digester(1)("key"), digester(2)("key"));
}

TEST(digest, fingerprint_and_sample_share_no_bit) {
  const digest key{0, 0xfffffffffff00000};
  EXPECT_EQ(key.sample(), 0U);
  EXPECT_EQ(key.fingerprint(), (1ULL << digest::fingerprint_bits) - 1);
}

TEST(keyed_digest, depends_on_the_secret_and_the_key) {
  const keyed_digester by({1, 2, 3, 4});
  EXPECT_EQ(by("key"), keyed_digester({1, 2, 3, 4})("key"));
  EXPECT_NE(by("key"), keyed_digester({1, 2, 3, 5})("key"));
  EXPECT_NE(by("key"), by("kez"));
  EXPECT_NE(by("key"), by(std::string_view("key\0", 4)));
}

TEST(keyed_digest, draws_a_new_secret_each_time) {
  EXPECT_NE(random_secret(), random_secret());
}

TEST(probe_sequence, ignores_the_sample_bits) {
  probe_sequence one(digest{123, 0xabcdef0000000000});
  probe_sequence other(digest{123, 0xabcdef0000000000 | 0xfffff});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(one.next(1ULL << 40), other.next(1ULL << 40));
}

TEST(probe_sequence, starts_at_the_position) {
  const digest key = digester()("key");
  EXPECT_EQ(probe_sequence(key).next(1000), key.position(1000));
}

// Pairs of probes, of one key and of neighbouring keys, fall into the cells of a grid evenly:
// chi-square of 256 cells within five deviations.
TEST(probe_sequence, probes_are_uniform_and_pairwise_independent) {
  constexpr int grid = 16;
  constexpr int keys = 200000;
  for (int apart = 1; apart <= 8; ++apart) {
    std::vector<double> counts(std::size_t{grid} * grid);
    for (std::uint64_t key = 0; key < keys; ++key) {
      probe_sequence probes(digester()({reinterpret_cast<const char*>(&key), sizeof key}));
      const std::uint64_t first = probes.next(grid);
      for (int i = 1; i < apart; ++i) probes.next(grid);
      counts[first * grid + probes.next(grid)] += 1;
    }
    const double expected = static_cast<double>(keys) / (grid * grid);
    double chi_square = 0;
    for (const double count : counts)
      chi_square += (count - expected) * (count - expected) / expected;
    const double freedom = grid * grid - 1;
    EXPECT_NEAR(chi_square, freedom, 5 * std::sqrt(2 * freedom)) << apart;
  }
}

TEST(reduce, covers_ranges_past_32_bits) {
  EXPECT_EQ(reduce(~0ULL, 1ULL << 40), (1ULL << 40) - 1);
  EXPECT_EQ(reduce(1ULL << 63, 3ULL << 40), 3ULL << 39);
  EXPECT_EQ(reduce(0, 7), 0U);
}

}  // namespace sluice::digest_test
