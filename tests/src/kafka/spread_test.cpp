#include "kafka/spread.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace sluice::spread_test {

/// Every key comes twice, the second time so many partitions further.
std::unique_ptr<key_spread> of_a_stream(int further, int strays = 0) {
  auto spread = std::make_unique<key_spread>();
  const digester hash(3);
  for (int i = 0; i < 20'000; ++i) {
    const digest key = hash(std::to_string(i));
    spread->observe(key, i % 6);
    spread->observe(key, (i + (i < strays ? 1 : further)) % 6);
  }
  return spread;
}

TEST(key_spread, keeps_quiet_about_a_topic_partitioned_by_the_key) {
  const auto spread = of_a_stream(0);
  EXPECT_GT(spread->again(), 1000U);
  EXPECT_EQ(spread->elsewhere(), 0U);
  EXPECT_FALSE(spread->alarming());
}

TEST(key_spread, notices_copies_in_other_partitions) {
  const auto spread = of_a_stream(1);
  EXPECT_EQ(spread->elsewhere(), spread->again());
  EXPECT_TRUE(spread->alarming());
}

TEST(key_spread, takes_few_for_strays) {
  const auto spread = of_a_stream(0, 100);
  EXPECT_GT(spread->elsewhere(), 0U);
  EXPECT_FALSE(spread->alarming());
}

}  // namespace sluice::spread_test
