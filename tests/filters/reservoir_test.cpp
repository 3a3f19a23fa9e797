#include "sluice/filters/reservoir.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "streams/uniform.hpp"

namespace sluice::reservoir_test {

// Section 5.3: swaps leave the number of ones as it is, so that it settles soon after s/i fell to
// p*, at half of the bits.
TEST(reservoir, half_of_the_bits_are_ones_and_stay_so) {
  constexpr std::uint64_t s = 20000;
  reservoir_filter subject({.k = 3, .s = s, .p_star = 0.03}, 1);
  lab::uniform_stream stream(3000000, 1);
  lab::measure(subject, stream, 40 * s);
  EXPECT_NEAR(subject.fill(), 0.5, 0.02);
  const double before = subject.fill();
  lab::measure(subject, stream, 40 * s);
  EXPECT_NEAR(subject.fill(), before, 0.02);
  EXPECT_LE(subject.predicted_fpr(), 0.135);
}

// Without the threshold nothing but the reservoir's own insertions happen: s/i of the records.
TEST(reservoir, inserts_with_probability_s_over_i) {
  constexpr std::uint64_t s = 1000;
  reservoir_filter subject({.k = 1, .s = s, .p_star = 0}, 2);
  for (std::uint64_t key = 0; key < 100 * s; ++key) subject.observe(lab::numbered(key));
  std::uint64_t inserted = 0;
  constexpr std::uint64_t trials = 20000;
  for (std::uint64_t i = 0; i < trials; ++i) {
    const digest key = lab::numbered(1ULL << 40 | i);
    if (subject.contains(key)) continue;
    subject.observe(key);
    inserted += subject.contains(key);
  }
  // Half of the keys find their bit set; i runs from 100 s to 110 s.
  EXPECT_NEAR(static_cast<double>(inserted), trials * 0.5 / 105, 5 * std::sqrt(trials * 0.5 / 105));
}

TEST(reservoir, swaps_in_all_that_is_found_fresh_past_the_threshold) {
  constexpr std::uint64_t s = 1000;
  reservoir_filter subject({.k = 3, .s = s, .p_star = 0.03}, 2);
  for (std::uint64_t key = 0; key < 40 * s; ++key) subject.observe(lab::numbered(key));
  for (std::uint64_t key = 40 * s; key < 50 * s; ++key) {
    subject.observe(lab::numbered(key));
    ASSERT_TRUE(subject.contains(lab::numbered(key)));
  }
}

// A filter with next to no ones: the search for one to clear must end, and find it.
TEST(reservoir, swaps_in_a_nearly_empty_filter) {
  constexpr std::uint64_t s = 1 << 16;
  reservoir_filter subject({.k = 2, .s = s, .p_star = 1}, 3);
  for (std::uint64_t i = 0; i < 40 * s; ++i) subject.observe(lab::numbered(i % 3));
  EXPECT_LE(subject.fill(), 3.0 / s);
  for (std::uint64_t key = 0; key < 200; ++key) {
    subject.observe(lab::numbered(1000 + key));
    ASSERT_TRUE(subject.contains(lab::numbered(1000 + key)));
  }
  EXPECT_LE(subject.fill(), 20.0 / s);
}

}  // namespace sluice::reservoir_test
