#include "sluice/dice.hpp"

#include <gtest/gtest.h>

#include "support/tolerance.hpp"

namespace sluice::dice_test {

TEST(dice, is_a_function_of_seed_and_record) {
  dice one(7, 1ULL << 33);
  dice other(7, 1ULL << 33);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(one.word(), other.word());
  EXPECT_NE(dice(7, 1).word(), dice(8, 1).word());
  EXPECT_NE(dice(7, 1).word(), dice(7, 1 + (1ULL << 32)).word());
}

TEST(dice, chance_is_the_fraction) {
  constexpr std::uint64_t trials = 1000000;
  for (const std::uint64_t numerator : {1U, 30U, 500U, 999U}) {
    std::uint64_t hits = 0;
    for (std::uint64_t record = 0; record < trials; ++record) {
      hits += dice(3, record).chance(numerator, 1000);
    }
    const double expected = static_cast<double>(numerator) / 1000;
    EXPECT_NEAR(static_cast<double>(hits) / trials, expected,
                testing::five_sigma(expected, trials));
  }
  EXPECT_TRUE(dice(3, 3).chance(5, 5));
  EXPECT_TRUE(dice(3, 3).chance(9, 5));
}

TEST(dice, neighbouring_records_are_independent) {
  constexpr std::uint64_t trials = 1000000;
  std::uint64_t both = 0;
  for (std::uint64_t record = 0; record < trials; ++record) {
    both += dice(1, record).fraction() < 0.1 && dice(1, record + 1).fraction() < 0.1;
  }
  EXPECT_NEAR(static_cast<double>(both) / trials, 0.01, testing::five_sigma(0.01, trials));
}

}  // namespace sluice::dice_test
