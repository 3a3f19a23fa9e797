#include "sluice/filters/counting.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "support/tolerance.hpp"

namespace sluice::counting_test {

constexpr counting_parameters ten_a_key{.m = 200000, .k = 7};
constexpr std::uint64_t n = 20000;

/// Keys of 0..n-1 that were found fresh, and so may be erased.
std::vector<std::uint64_t> fill(counting_filter& subject) {
  std::vector<std::uint64_t> counted;
  for (std::uint64_t key = 0; key < n; ++key) {
    if (subject.observe(lab::numbered(key)) == verdict::fresh) counted.push_back(key);
  }
  return counted;
}

TEST(counting, erases_without_harming_others) {
  counting_filter subject(ten_a_key);
  const auto counted = fill(subject);
  for (std::size_t i = 0; i < counted.size(); i += 2) {
    ASSERT_TRUE(subject.erase(lab::numbered(counted[i])));
  }
  std::uint64_t still_there = 0;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    const bool present = subject.contains(lab::numbered(counted[i]));
    if (i % 2 == 1) {
      ASSERT_TRUE(present) << i;
    }
    still_there += i % 2 == 0 && present;
  }
  // The erased ones are strangers again: found at the FPR of what is left.
  const double expected = subject.predicted_fpr();
  EXPECT_LT(expected, 1e-3);
  EXPECT_NEAR(static_cast<double>(still_there) / (0.5 * static_cast<double>(n)), expected,
              testing::five_sigma(expected, n / 2));
}

TEST(counting, erasing_all_empties_it) {
  counting_filter subject(ten_a_key);
  for (const std::uint64_t key : fill(subject)) ASSERT_TRUE(subject.erase(lab::numbered(key)));
  EXPECT_EQ(subject.fill(), 0);
  EXPECT_EQ(subject.keys(), 0U);
}

TEST(counting, erasing_a_stranger_is_refused) {
  counting_filter subject(ten_a_key);
  EXPECT_FALSE(subject.erase(lab::numbered(1)));
}

TEST(counting, fpr_is_that_of_a_bloom_filter) {
  counting_filter subject(ten_a_key);
  fill(subject);
  constexpr std::uint64_t trials = 1000000;
  std::uint64_t hits = 0;
  for (std::uint64_t key = 0; key < trials; ++key) hits += subject.contains(lab::numbered(n + key));
  const double expected = bloom_fpr(200000, 7, n);
  EXPECT_NEAR(static_cast<double>(hits) / trials, expected,
              testing::five_sigma(expected, trials) + 0.03 * expected);
}

// Sixteen keys and more through one counter: it sticks at 15, so that none of them is lost.
TEST(counting, a_saturated_counter_stays) {
  counting_filter subject({.m = 2, .k = 1});
  subject.observe(lab::numbered(0));
  const double half = subject.fill();
  EXPECT_EQ(half, 0.5);
  // Keys of the same counter are repeats at once here, so raise it through erase and observe.
  counting_filter crowded({.m = 64, .k = 2});
  std::vector<std::uint64_t> counted;
  for (std::uint64_t key = 0; key < 5000; ++key) {
    if (crowded.observe(lab::numbered(key)) == verdict::fresh) counted.push_back(key);
  }
  for (std::size_t i = 0; i + 1 < counted.size(); ++i) {
    crowded.erase(lab::numbered(counted[i]));
    ASSERT_TRUE(crowded.contains(lab::numbered(counted.back())));
  }
}

}  // namespace sluice::counting_test
