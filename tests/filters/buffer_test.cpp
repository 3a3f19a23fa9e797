#include "sluice/filters/buffer.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "sluice/filters/fp_buffer.hpp"
#include "streams/uniform.hpp"
#include "support/tolerance.hpp"

namespace sluice::buffer_test {

TEST(buffer, holds_exactly_the_last_n_keys) {
  buffer_filter subject({.n = 100});
  for (std::uint64_t key = 0; key < 1000; ++key) {
    EXPECT_EQ(subject.observe(lab::numbered(key)), verdict::fresh);
  }
  for (std::uint64_t key = 0; key < 1000; ++key) {
    EXPECT_EQ(subject.contains(lab::numbered(key)), key >= 900);
  }
}

TEST(buffer, a_repeat_makes_its_key_the_newest) {
  buffer_filter subject({.n = 2});
  for (const std::uint64_t key : {1U, 2U, 1U, 3U}) subject.observe(lab::numbered(key));
  EXPECT_TRUE(subject.contains(lab::numbered(1)));
  EXPECT_FALSE(subject.contains(lab::numbered(2)));
}

// Uniform over U keys, a full buffer of n: a repeat is there with probability n/U.
TEST(buffer, never_drops_a_fresh_record_and_misses_what_does_not_fit) {
  buffer_filter subject({.n = 5000});
  lab::uniform_stream stream(20000, 3);
  lab::measure(subject, stream, 200000);
  const error_rates rates = lab::measure(subject, stream, 200000);
  EXPECT_EQ(rates.wrong_repeat, 0U);
  EXPECT_NEAR(rates.fnr(), 0.75, testing::five_sigma(0.75, rates.repeats));
}

TEST(fp_buffer, calls_a_share_q_of_what_it_does_not_hold_repeats) {
  fp_buffer_filter subject({.n = 5000, .q = 0.1}, 1);
  lab::uniform_stream warm_up(20000, 3);
  lab::measure(subject, warm_up, 200000);
  const error_rates old_keys = lab::measure(subject, warm_up, 200000);
  EXPECT_NEAR(old_keys.fnr(), 0.75 * 0.9, testing::five_sigma(0.675, old_keys.repeats));
  std::uint64_t wrong = 0;
  constexpr std::uint64_t trials = 100000;
  for (std::uint64_t i = 0; i < trials; ++i) {
    wrong += subject.observe(lab::numbered(1ULL << 40 | i)) == verdict::repeat;
  }
  EXPECT_NEAR(static_cast<double>(wrong) / trials, 0.1, testing::five_sigma(0.1, trials));
}

}  // namespace sluice::buffer_test
