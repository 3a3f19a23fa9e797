#include "sluice/auditing/sampling.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"

namespace sluice::sampling_test {

TEST(sampling, takes_the_share_asked_for_or_the_next_below) {
  EXPECT_EQ(sampling::at_most(1).halvings, 0U);
  EXPECT_EQ(sampling::at_most(1.0 / 64).halvings, 6U);
  EXPECT_EQ(sampling::at_most(0.01).halvings, 7U);
  EXPECT_EQ(sampling::at_most(0).halvings, sampling::most_halvings);
}

TEST(sampling, a_smaller_share_is_part_of_every_larger_one) {
  constexpr std::uint64_t keys = 1 << 20;
  std::uint64_t followed[sampling::most_halvings + 1] = {};
  for (std::uint64_t i = 0; i < keys; ++i) {
    const digest key = lab::numbered(i);
    bool before = true;
    for (std::uint64_t halvings = 0; halvings <= sampling::most_halvings; ++halvings) {
      const bool follows = sampling{halvings}.follows(key);
      ASSERT_TRUE(before || !follows) << i << " comes back at " << halvings;
      followed[halvings] += follows;
      before = follows;
    }
  }
  // Binomial: 1024 of them at 2^-10, with a deviation of 32.
  EXPECT_EQ(followed[0], keys);
  EXPECT_NEAR(static_cast<double>(followed[10]), 1024, 4 * 32);
  EXPECT_NEAR(static_cast<double>(followed[17]), 8, 4 * 2.83);
}

}  // namespace sluice::sampling_test
