// The streams have the distributions that they claim.

#include <gtest/gtest.h>

#include <map>
#include <unordered_map>
#include <vector>

#include "streams/bursts.hpp"
#include "streams/calls.hpp"
#include "streams/gaps.hpp"
#include "streams/zipf.hpp"
#include "support/tolerance.hpp"

namespace sluice::lab {
namespace {

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
  call_stream calls(0.3, 1);
  expect_truth(calls, 100000);
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
}

}  // namespace
}  // namespace sluice::lab
