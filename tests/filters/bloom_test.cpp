#include "sluice/filters/bloom.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "sluice/catalog.hpp"
#include "support/tolerance.hpp"

namespace sluice::bloom_test {

/// The share of unseen keys called repeats after n keys went in.
double measured_fpr(filter& subject, std::uint64_t n, std::uint64_t trials) {
  for (std::uint64_t key = 0; key < n; ++key) subject.observe(lab::numbered(key));
  std::uint64_t hits = 0;
  for (std::uint64_t key = 0; key < trials; ++key) hits += subject.contains(lab::numbered(n + key));
  return static_cast<double>(hits) / static_cast<double>(trials);
}

TEST(bloom, lecture_example_one_percent_seven_hashes_ten_bits_a_key) {
  constexpr std::uint64_t n = 100000;
  EXPECT_NEAR(bloom_bits(n, 0.01) / n, 9.585, 0.001);
  const auto m = static_cast<std::uint64_t>(bloom_bits(n, 0.01));
  EXPECT_EQ(bloom_best_k(static_cast<double>(m), n), 7U);
  bloom_filter subject({.m = m, .k = 7, .block = m});
  constexpr std::uint64_t trials = 1000000;
  EXPECT_NEAR(measured_fpr(subject, n, trials), 0.01, testing::five_sigma(0.01, trials) + 2e-4);
  EXPECT_NEAR(subject.fill(), 0.5, 0.02);
}

// Down to rates where probes on a line (h1 + i*h2) would show in so small a filter.
TEST(bloom, fpr_follows_the_formula_in_small_filters) {
  constexpr std::uint64_t trials = 20000000;
  bloom_filter subject({.m = 4096, .k = 8, .block = 4096});
  const double expected = bloom_fpr(4096, 8, 150);
  const double measured = measured_fpr(subject, 150, trials);
  // The filter's own fill varies around its mean; given the fill the rate is exact.
  EXPECT_NEAR(measured, std::pow(subject.fill(), 8), 0.1 * expected);
}

TEST(bloom, blocked_fpr_follows_the_mixture) {
  constexpr std::uint64_t n = 40000;
  constexpr std::uint64_t trials = 1000000;
  bloom_filter subject({.m = 512000, .k = 6, .block = 512});
  const double expected = blocked_bloom_fpr(512000, 6, 512, n);
  EXPECT_GT(expected, 1.05 * bloom_fpr(512000, 6, n));
  EXPECT_NEAR(measured_fpr(subject, n, trials), expected,
              testing::five_sigma(expected, trials) + 0.05 * expected);
}

TEST(bloom, never_misses_a_repeat) {
  const auto planned = make_plan("bloom", {.memory_bytes = 1 << 16, .fpr = 0.01});
  auto subject = make_filter(*planned);
  for (std::uint64_t key = 0; key < 200000; ++key) (*subject)->observe(lab::numbered(key));
  for (std::uint64_t key = 0; key < 200000; ++key) {
    ASSERT_TRUE((*subject)->contains(lab::numbered(key)));
  }
}

TEST(bloom, filling_to_capacity_meets_the_bound) {
  for (const double bound : {0.1, 0.01, 0.001}) {
    const auto planned = make_plan("bloom", {.memory_bytes = 1 << 17, .fpr = bound});
    auto subject = make_filter(*planned);
    constexpr std::uint64_t trials = 500000;
    const auto n = static_cast<std::uint64_t>(*planned->expected.remembers);
    EXPECT_NEAR(measured_fpr(**subject, n, trials), bound,
                testing::five_sigma(bound, trials) + 0.03 * bound);
  }
}

}  // namespace sluice::bloom_test
