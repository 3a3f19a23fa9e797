// The FNR that a plan predicts from the stream's gaps, against the one measured: within 10 %, for
// every filter, over exponential, log-uniform and fixed gaps.

#include <gtest/gtest.h>

#include <vector>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "streams/gaps.hpp"
#include "support/tolerance.hpp"

namespace sluice::predicted_fnr_test {

struct stream_kind {
  std::string name;
  gap_distribution gaps;
  lab::gap_source source;
  double longest;
};

std::vector<stream_kind> kinds() {
  std::vector<stream_kind> all;
  for (const double mean : {2e4, 1e5}) {
    all.push_back({"exponential " + in_words(mean), gap_distribution::exponential(mean),
                   lab::exponential_gaps(mean), 20 * mean});
  }
  all.push_back({"log-uniform to 1e6", gap_distribution::log_uniform(1, 1e6),
                 lab::log_uniform_gaps(1, 1e6), 1e6});
  for (const double gap : {1e4, 5e4}) {
    all.push_back(
        {"fixed " + in_words(gap), gap_distribution::fixed(gap), lab::fixed_gaps(gap), gap});
  }
  return all;
}

class predicted_fnr : public ::testing::TestWithParam<filter_kind> {
 protected:
  /// So that some repeats are missed and some are not. `reservoir` is steady only after many times
  /// the records that it has bits.
  static std::uint64_t memory() {
    if (GetParam().name == "reservoir") return 1 << 13;
    return GetParam().name.ends_with("buffer") ? 1 << 20 : 1 << 16;
  }
};

TEST_P(predicted_fnr, is_the_measured_one) {
  for (const stream_kind& kind : kinds()) {
    for (const double repeats : {0.3, 0.7}) {
      for (const double fpr : {0.1, 1e-3}) {
        wish wanted{.memory_bytes = memory(), .fpr = fpr};
        wanted.shape = stream_shape{kind.gaps, repeats};
        const auto planned = GetParam().make_plan(wanted);
        ASSERT_TRUE(planned) << planned.failure().message;
        const auto subject = *make_filter(*planned, 1);
        lab::gap_stream stream(kind.source, repeats, kind.longest, 7);
        // Long enough for every gap to have come.
        const std::uint64_t records = 2000000;
        lab::measure(*subject, stream, records);
        const error_rates rates = lab::measure(*subject, stream, records);
        const double expected = *planned->expected.fnr;
        EXPECT_NEAR(rates.fnr(), expected,
                    0.1 * expected + testing::five_sigma(expected, rates.repeats))
            << kind.name << ", repeats " << repeats << ", fpr " << fpr;
      }
    }
  }
}

std::string label(const ::testing::TestParamInfo<filter_kind>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(all, predicted_fnr, ::testing::ValuesIn(all_filters), label);

}  // namespace sluice::predicted_fnr_test
