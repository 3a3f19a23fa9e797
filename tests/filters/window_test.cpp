#include "sluice/filters/window.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "sluice/catalog.hpp"
#include "support/tolerance.hpp"

namespace sluice::window_test {

TEST(window, run_probability_counts_runs) {
  // Three slices, runs of two: all of abb', bb'c: p = ab + bc - abc.
  const std::array<double, 3> fills{0.5, 0.3, 0.7};
  EXPECT_NEAR(run_probability(fills, 2), 0.5 * 0.3 + 0.3 * 0.7 - 0.5 * 0.3 * 0.7, 1e-15);
  EXPECT_NEAR(run_probability(fills, 3), 0.5 * 0.3 * 0.7, 1e-15);
  EXPECT_NEAR(run_probability(fills, 1), 1 - 0.5 * 0.7 * 0.3, 1e-15);
}

// The recursion against tossed bits.
TEST(window, run_probability_is_that_of_tossed_bits) {
  constexpr std::uint64_t k = 4;
  const std::array<double, 9> fills{0.1, 0.3, 0.4, 0.5, 0.5, 0.6, 0.5, 0.5, 0.5};
  constexpr std::uint64_t trials = 400000;
  std::uint64_t found = 0;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    dice roll(4, trial);
    std::uint64_t run = 0;
    bool long_enough = false;
    for (const double fill : fills) {
      run = roll.fraction() < fill ? run + 1 : 0;
      long_enough |= run >= k;
    }
    found += long_enough;
  }
  const double expected = run_probability(fills, k);
  EXPECT_NEAR(static_cast<double>(found) / trials, expected, testing::five_sigma(expected, trials));
}

class windows : public ::testing::TestWithParam<double> {};

// Repeats at every gap up to the window's very end, among fresh keys: none is missed. k + 1
// generations beyond it nothing is left of a key.
TEST_P(windows, misses_nothing_inside_and_forgets_outside) {
  const auto planned = make_plan("window", {.memory_bytes = 1 << 14, .fpr = GetParam()});
  ASSERT_TRUE(planned);
  const auto subject = *make_filter(*planned);
  const auto window = static_cast<std::uint64_t>(*planned->expected.remembers);
  const auto faded = static_cast<std::uint64_t>(*find(planned->parameters, "g") *
                                                (*find(planned->parameters, "k") + 1));
  std::uint64_t outside = 0;
  std::uint64_t found_outside = 0;
  for (std::uint64_t key = 0; key < 8 * window; ++key) {
    subject->observe(lab::numbered(key));
    for (const std::uint64_t gap : {dice(1, key).below(window), window - 1}) {
      if (gap <= key) {
        ASSERT_TRUE(subject->contains(lab::numbered(key - gap))) << key << " " << gap;
      }
    }
    if (key > window + faded) {
      ++outside;
      found_outside += subject->contains(lab::numbered(key - window - faded));
    }
  }
  const double bound = planned->expected.fpr;
  EXPECT_LE(static_cast<double>(found_outside) / static_cast<double>(outside),
            bound + testing::five_sigma(bound, outside));
}

TEST_P(windows, fpr_keeps_under_the_bound) {
  const auto planned = make_plan("window", {.memory_bytes = 1 << 14, .fpr = GetParam()});
  const auto subject = *make_filter(*planned);
  EXPECT_LE(planned->expected.fpr, GetParam());
  std::uint64_t wrong = 0;
  constexpr std::uint64_t trials = 400000;
  for (std::uint64_t key = 0; key < trials; ++key) {
    wrong += subject->observe(lab::numbered(key)) == verdict::repeat;
  }
  EXPECT_LE(static_cast<double>(wrong) / trials,
            GetParam() + testing::five_sigma(GetParam(), trials));
  EXPECT_GE(static_cast<double>(wrong) / trials, 0.3 * GetParam() - 10.0 / trials);
}

INSTANTIATE_TEST_SUITE_P(bounds, windows, ::testing::Values(0.1, 0.01, 1e-3, 1e-5));

TEST(window, keeps_a_repeated_key_alive) {
  window_filter subject({.k = 8, .l = 8, .m = 4096, .g = 100, .T = 0});
  std::uint64_t filler = 1000;
  for (int round = 0; round < 20; ++round) {
    subject.observe(lab::numbered(1));
    for (int i = 0; i < 700; ++i) subject.observe(lab::numbered(filler++));
    ASSERT_TRUE(subject.contains(lab::numbered(1)));
  }
}

TEST(window, by_time_remembers_the_span_and_then_forgets) {
  constexpr std::uint64_t second = 1000000000;
  const auto planned =
      make_plan("window", {.memory_bytes = 1 << 16, .fpr = 1e-4, .within_seconds = 60});
  ASSERT_TRUE(planned);
  const auto subject = *make_filter(*planned);
  const double generation = *find(planned->parameters, "T") * 1e-6;
  const double faded = *find(planned->parameters, "k") + 1;
  std::uint64_t now = 1234 * second;
  for (std::uint64_t key = 0; key < 300; ++key, now += second) {
    subject->advance_to(now);
    subject->observe(lab::numbered(key));
    if (key >= 60) {
      ASSERT_TRUE(subject->contains(lab::numbered(key - 60)));
    }
    const auto past = static_cast<std::uint64_t>(61 + generation * faded);
    if (key >= past) {
      ASSERT_FALSE(subject->contains(lab::numbered(key - past)));
    }
  }
  now += 100000 * second;  // a long silence
  subject->advance_to(now);
  EXPECT_EQ(subject->fill(), 0);
  subject->advance_to(5);  // a clock that goes back changes nothing
  subject->observe(lab::numbered(7));
  EXPECT_TRUE(subject->contains(lab::numbered(7)));
}

TEST(window, plans_the_window_asked_for) {
  const auto planned =
      make_plan("window", {.memory_bytes = 64 << 20, .fpr = 1e-3, .within_records = 1000000});
  ASSERT_TRUE(planned);
  EXPECT_GE(*planned->expected.remembers, 1e6);
  EXPECT_LE(planned->expected.fpr, 1e-3);
  const auto tight =
      make_plan("window", {.memory_bytes = 1 << 20, .fpr = 1e-3, .within_records = 1000000});
  ASSERT_FALSE(tight);
  EXPECT_NE(tight.failure().message.find("does not fit 1 MiB"), std::string::npos);
}

TEST(window, a_short_clear_is_spread_over_the_generation) {
  // m/64 words over g records: no record clears more than that rounded up.
  window_filter subject({.k = 3, .l = 3, .m = 6400ULL * 512, .g = 3, .T = 0});
  for (std::uint64_t key = 0; key < 100; ++key) {
    EXPECT_EQ(subject.observe(lab::numbered(key)), verdict::fresh);
  }
}

}  // namespace sluice::window_test
