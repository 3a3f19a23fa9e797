// The streams have the distributions that they claim.

#include <gtest/gtest.h>

#include <map>
#include <unordered_map>
#include <vector>

#include "streams/bursts.hpp"
#include "streams/calls.hpp"
#include "streams/clicks.hpp"
#include "streams/crawl.hpp"
#include "streams/gaps.hpp"
#include "streams/uniform.hpp"
#include "streams/zipf.hpp"
#include "support/tolerance.hpp"

namespace sluice::lab::streams_test {

TEST(zipf_ranks, have_their_probabilities) {
  for (const double exponent : {0.5, 1.0, 1.5, 2.0, 3.0}) {
    constexpr std::uint64_t n = 1000;
    constexpr std::uint64_t trials = 300000;
    const zipf_ranks ranks(n, exponent);
    std::vector<std::uint64_t> counts(n + 1);
    for (std::uint64_t i = 0; i < trials; ++i) {
      dice roll(1, i);
      ++counts.at(ranks(roll));
    }
    double all = 0;
    for (std::uint64_t rank = 1; rank <= n; ++rank)
      all += std::pow(static_cast<double>(rank), -exponent);
    EXPECT_EQ(counts[0], 0U);
    for (const std::uint64_t rank : {1U, 2U, 3U, 10U, 100U, 1000U}) {
      const double expected = std::pow(static_cast<double>(rank), -exponent) / all;
      EXPECT_NEAR(static_cast<double>(counts[rank]) / trials, expected,
                  testing::five_sigma(expected, trials))
          << exponent << " " << rank;
    }
  }
}

TEST(zipf_ranks, reach_a_thousand_million) {
  const zipf_ranks ranks(1000000000, 0.5);
  std::uint64_t upper_half = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    dice roll(2, i);
    upper_half += ranks(roll) > 500000000;
  }
  const double expected = 1 - std::sqrt(0.5);
  EXPECT_NEAR(static_cast<double>(upper_half) / 10000, expected,
              testing::five_sigma(expected, 10000));
}

template <class Stream>
void expect_truth(Stream& stream, std::uint64_t records) {
  std::unordered_map<std::uint64_t, bool> seen;
  for (std::uint64_t i = 0; i < records; ++i) {
    const auto record = stream.next();
    ASSERT_EQ(record.repeat, seen[record.key]) << i;
    seen[record.key] = true;
  }
}

TEST(streams, tell_the_truth) {
  gap_stream gaps(log_uniform_gaps(1, 10000), 0.5, 10000, 1);
  expect_truth(gaps, 100000);
  zipf_stream zipf(5000, 1, 1);
  expect_truth(zipf, 100000);
  burst_stream bursts({.v = 0.3, .b = 0.7, .l = 3, .u = 1000, .length = 100000}, 1);
  expect_truth(bursts, 100000);
  burst_stream poisson({.v = 0.3, .b = 0.5, .l = 0, .u = 1000, .length = 100000}, 1);
  expect_truth(poisson, 100000);
  uniform_stream uniform(30000, 1);
  expect_truth(uniform, 100000);
  call_stream calls(0.3, 1);
  expect_truth(calls, 100000);
  click_stream clicks(1);
  expect_truth(clicks, 100000);
  crawl_stream crawl(100000, 1);
  expect_truth(crawl, 100000);
  crawl_stream shorter(100000, 1, 0.01);
  expect_truth(shorter, 100000);
}

TEST(gap_stream, repeats_at_the_wanted_gaps) {
  gap_stream stream(exponential_gaps(1000), 0.4, 20000, 5);
  std::unordered_map<std::uint64_t, std::uint64_t> last;
  double repeats = 0;
  double sum = 0;
  constexpr std::uint64_t records = 400000;
  for (std::uint64_t i = 0; i < records; ++i) {
    const auto record = stream.next();
    if (record.repeat) {
      repeats += 1;
      sum += static_cast<double>(i - last[record.key]);
    }
    last[record.key] = i;
  }
  EXPECT_NEAR(repeats / records, 0.4, 0.01);
  EXPECT_NEAR(sum / repeats, 1000, 20);
}

TEST(burst_stream, puts_the_share_b_into_the_first_half) {
  constexpr std::uint64_t records = 1 << 17;
  burst_stream stream({.v = 0.4, .b = 0.7, .l = 2, .u = 100, .length = records}, 1);
  std::vector<double> quarters(4);
  for (std::uint64_t i = 0; i < records; ++i) {
    quarters[i * 4 / records] += stream.next().key >> 63 != 0;
  }
  const double all = quarters[0] + quarters[1] + quarters[2] + quarters[3];
  EXPECT_NEAR(all / records, 0.4, 0.01);
  EXPECT_NEAR(quarters[0] / all, 0.49, 0.01);
  EXPECT_NEAR(quarters[1] / all, 0.21, 0.01);
  EXPECT_NEAR(quarters[3] / all, 0.09, 0.01);
}

TEST(burst_stream, knows_the_papers_limit_on_levels) {
  EXPECT_TRUE(burst_stream::possible({.v = 0.1, .b = 0.7, .l = 6}));
  EXPECT_FALSE(burst_stream::possible({.v = 0.1, .b = 0.7, .l = 7}));
  EXPECT_TRUE(burst_stream::possible({.v = 0.5, .b = 0.8, .l = 1}));
  EXPECT_FALSE(burst_stream::possible({.v = 0.5, .b = 0.8, .l = 2}));
  EXPECT_EQ(burst_stream::most_levels(0.1, 0.7), 6U);
  EXPECT_EQ(burst_stream::most_levels(0.5, 0.8), 1U);
}

template <class Stream>
double distinct_share(Stream stream, std::uint64_t records) {
  std::uint64_t fresh = 0;
  for (std::uint64_t i = 0; i < records; ++i) fresh += !stream.next().repeat;
  return static_cast<double>(fresh) / static_cast<double>(records);
}

TEST(uniform_stream, has_the_wanted_share_of_distinct_keys) {
  constexpr std::uint64_t records = 100000;
  for (const double wanted : {0.05, 0.3, 0.76, 0.99}) {
    const uniform_stream stream(universe_for(records, wanted), 1);
    EXPECT_NEAR(distinct_share(stream, records), wanted, testing::five_sigma(wanted, records));
  }
}

TEST(uniform_keys, are_even) {
  constexpr std::uint64_t trials = 160000;
  uniform_keys keys(16, 3);
  std::vector<std::uint64_t> counts(16);
  for (std::uint64_t i = 0; i < trials; ++i) ++counts.at(keys.next().key);
  for (const std::uint64_t count : counts) {
    EXPECT_NEAR(static_cast<double>(count) / trials, 1.0 / 16,
                testing::five_sigma(1.0 / 16, trials));
  }
}

TEST(poisson_stream, has_its_share_of_frequent_keys_and_their_mean) {
  constexpr std::uint64_t records = 200000;
  burst_stream stream({.v = 0.25, .b = 0.5, .l = 0, .u = 500, .length = records}, 1);
  double frequent = 0;
  double sum = 0;
  for (std::uint64_t i = 0; i < records; ++i) {
    const std::uint64_t key = stream.next().key;
    if (key >> 63 == 0) continue;
    frequent += 1;
    sum += static_cast<double>(key & ~(1ULL << 63));
  }
  EXPECT_NEAR(frequent / records, 0.25, testing::five_sigma(0.25, records));
  // Whole numbers: the mean of the floor is half a key less; its deviation is that of u.
  EXPECT_NEAR(sum / frequent, 499.5, 5 * 500 / std::sqrt(frequent));
}

TEST(crawl_stream, has_the_papers_shares_of_distinct_links) {
  // 75.66 % of the first 100K and 48.51 % of 10M; the fit is within 6 points of these.
  EXPECT_NEAR(distinct_share(crawl_stream(100000, 1), 100000), 0.7566, 0.06);
  EXPECT_NEAR(distinct_share(crawl_stream(10000000, 1), 10000000), 0.4851, 0.03);
  // 14.75 % of 695M, at a scale of 1/500.
  EXPECT_NEAR(distinct_share(crawl_stream(1390000, 1, 1.0 / 500), 1390000), 0.1475, 0.04);
}

TEST(click_stream, has_robots_that_click_on) {
  std::map<std::uint64_t, int> clicks;
  click_stream stream(1);
  for (int i = 0; i < 200000; ++i) ++clicks[stream.next().key];
  int robots = 0;
  for (const auto& [visitor, count] : clicks) robots += count > 300;
  EXPECT_GT(robots, 5);   // a tenth of the clicks, some 1,000 each
  EXPECT_LT(robots, 40);  // and nobody else
  EXPECT_GT(clicks.size(), 10000U);
}

}  // namespace sluice::lab::streams_test
