#include "sluice/filters/stable.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "streams/uniform.hpp"
#include "support/tolerance.hpp"

namespace sluice::stable_test {

struct setting {
  std::uint64_t K, P, Max;
};

class stable_settings : public ::testing::TestWithParam<setting> {
 protected:
  static constexpr std::uint64_t m = 1 << 17;
  const stable_parameters p{.m = m, .K = GetParam().K, .P = GetParam().P, .Max = GetParam().Max};
};

// A stream of fresh keys only sets all cells alike: the case in which Theorem 3 is an equality.
TEST_P(stable_settings, zeros_settle_at_the_stable_point) {
  stable_filter subject(p, 5);
  std::uint64_t key = 0;
  for (; key < 30 * m; ++key) subject.observe(lab::numbered(key));
  double zeros = 0;
  constexpr int looks = 20;
  for (int look = 0; look < looks; ++look) {
    for (std::uint64_t i = 0; i < m / 4; ++i) subject.observe(lab::numbered(key++));
    zeros += (1 - subject.fill()) / looks;
  }
  EXPECT_NEAR(zeros, p.stable_point(), 0.01 * p.stable_point());
}

TEST_P(stable_settings, fpr_keeps_under_the_bound_before_and_after_stability) {
  stable_filter subject(p, 6);
  lab::uniform_stream stream(1ULL << 23, 1);
  double highest = 0;
  for (int look = 0; look < 40; ++look) {
    const error_rates rates = lab::measure(subject, stream, m / 2);
    EXPECT_LE(rates.fpr(), p.fpr_bound() + testing::five_sigma(p.fpr_bound(), rates.fresh));
    highest = std::max(highest, rates.fpr());
  }
  EXPECT_GT(highest, 0.7 * p.fpr_bound());  // and the bound is a tight one
}

// Eq. 14 against repeats sent exactly `gap` records after their key.
TEST_P(stable_settings, misses_repeats_as_equation_14_says) {
  stable_filter subject(p, 7);
  std::uint64_t key = 0;
  for (; key < 20 * m; ++key) subject.observe(lab::numbered(key));
  for (const std::uint64_t gap : {1ULL << 10, 1ULL << 13, 1ULL << 15}) {
    constexpr std::uint64_t trials = 100000;
    std::uint64_t missed = 0;
    for (std::uint64_t i = 0; i < gap + trials; ++i, ++key) {
      subject.observe(lab::numbered(key));
      // A question does not disturb the stream, so each record can be a repeat's stand-in.
      if (i >= gap) missed += !subject.contains(lab::numbered(key - gap));
    }
    const double expected = p.fnr_at(static_cast<double>(gap));
    // Neighbouring questions share the filter's luck; a tenth of them count as independent.
    EXPECT_NEAR(static_cast<double>(missed) / trials, expected,
                testing::five_sigma(expected, trials / 10))
        << gap;
  }
}

std::string label(const ::testing::TestParamInfo<setting>& info) {
  return "K" + std::to_string(info.param.K) + "P" + std::to_string(info.param.P) + "Max" +
         std::to_string(info.param.Max);
}

INSTANTIATE_TEST_SUITE_P(papers, stable_settings,
                         ::testing::Values(setting{2, 4, 1}, setting{3, 10, 1}, setting{1, 4, 1},
                                           setting{3, 13, 3}, setting{3, 33, 7},
                                           setting{6, 142, 15}),
                         label);

}  // namespace sluice::stable_test
