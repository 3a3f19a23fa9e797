#include "sluice/auditing/estimates.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "sluice/auditing/missed_repeats.hpp"

namespace sluice::estimates_test {

TEST(estimates, wilson_gives_the_textbook_interval) {
  const estimate half = auditing::wilson(0.5, 100);
  EXPECT_NEAR(half.low, 0.4038, 1e-4);
  EXPECT_NEAR(half.high, 0.5962, 1e-4);
  const estimate none = auditing::wilson(0, 10);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.2775, 1e-4);
  const estimate certain = auditing::wilson(0.3, std::numeric_limits<double>::infinity());
  EXPECT_EQ(certain.low, 0.3);
  EXPECT_EQ(certain.high, 0.3);
}

TEST(estimates, a_total_lies_within_z_of_its_own_deviations) {
  const double share = 1.0 / 16;
  const estimate found = auditing::scaled_up(100, share, 1 - share);
  EXPECT_EQ(found.value, 1600);
  for (const double end : {found.low, found.high}) {
    const double deviation = std::sqrt(share * (1 - share) * end);
    EXPECT_NEAR(std::abs(100 - share * end), auditing::z * deviation, 1e-9);
  }
  EXPECT_EQ(auditing::scaled_up(5, 1, 0).low, 5);
  EXPECT_EQ(auditing::scaled_up(5, 1, 0).high, 5);
}

/// A stretch of which so many keys are followed, each with one record passed, and of these some
/// with misses besides.
audited_stretch stretch_of(std::uint64_t keys, std::uint64_t with_misses, std::uint32_t misses,
                           std::uint64_t records, double share) {
  audited_stretch all;
  for (std::uint64_t key = 0; key < keys; ++key) {
    key_tally<std::uint32_t> tally;
    tally.missed = key < with_misses ? misses : 0;
    tally.passed = 1 + tally.missed;
    all.sums.add(tally);
    all.sums.count_fresh(false);
  }
  all.records = records;
  all.passed = static_cast<std::uint64_t>(static_cast<double>(all.sums.passed) / share);
  return all;
}

TEST(estimates, misses_of_one_key_are_worth_less_than_those_of_many) {
  const double share = 1.0 / 16;
  const auto many = false_negative_rate(stretch_of(1000, 50, 1, 100000, share), share);
  const auto few = false_negative_rate(stretch_of(1000, 5, 10, 100000, share), share);
  ASSERT_TRUE(many && few);
  EXPECT_NEAR(many->value, few->value, 1e-9);
  EXPECT_GT(few->high - few->low, 2 * (many->high - many->low));
}

TEST(estimates, few_keys_are_counted_instead) {
  // 30 keys followed, no miss among them: what passed may yet be 16 times 30 give or take 2 sqrt.
  const double share = 1.0 / 16;
  audited_stretch few = stretch_of(30, 0, 0, 100000, share);
  few.passed += 2000;  // others passed that the sample does not show
  const auto rate = false_negative_rate(few, share);
  ASSERT_TRUE(rate);
  EXPECT_GT(rate->low, 0.015);
  EXPECT_LT(rate->high, 0.025);
  EXPECT_LE(rate->low, rate->value);
  EXPECT_LE(rate->value, rate->high);
}

TEST(estimates, a_sample_that_is_contradicted_is_not_trusted) {
  const double share = 1.0 / 16;
  audited_stretch many = stretch_of(1000, 0, 0, 1000000, share);
  many.passed += 50000;  // misses of hot keys outside the sample
  const auto rate = false_negative_rate(many, share);
  ASSERT_TRUE(rate);
  EXPECT_LT(rate->low, 0.05);
  EXPECT_GT(rate->high, 0.05);
  EXPECT_GT(rate->low, 0.04);
}

TEST(estimates, no_followed_key_still_leaves_what_the_verdicts_show) {
  audited_stretch none;
  none.records = 1000;
  none.passed = 10;
  EXPECT_FALSE(false_positive_rate(none, 0.5));
  const auto rate = false_negative_rate(none, 0.5);
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->low, 0);
  EXPECT_EQ(rate->high, 0.01);
  none.passed = 1000;
  EXPECT_FALSE(false_negative_rate(none, 0.5));
}

}  // namespace sluice::estimates_test
