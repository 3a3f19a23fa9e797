// More than 2^32 records through every filter: counters and random choices go on past 32 bits, and
// the FPR is still the predicted one.

#include <gtest/gtest.h>

#include <vector>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "support/tolerance.hpp"

namespace sluice::many_records_soak {

class many_records : public ::testing::TestWithParam<filter_kind> {};

TEST_P(many_records, past_2_to_the_32) {
  const auto planned = GetParam().make_plan({.memory_bytes = 1 << 16, .fpr = 0.01});
  const auto subject = *make_filter(*planned, 1);
  constexpr std::size_t batch = 4096;
  std::vector<digest> keys(batch);
  std::vector<verdict> said(batch);
  std::uint64_t record = 0;
  for (; record < (1ULL << 32) + (1ULL << 20); record += batch) {
    for (std::size_t i = 0; i < batch; ++i) {
      dice roll(5, record + i);
      keys[i] = {roll.word(), roll.word()};
    }
    subject->observe(keys, said);
  }
  const double expected = subject->predicted_fpr();
  constexpr std::uint64_t trials = 1000000;
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < trials; ++i) {
    const digest stranger = lab::numbered(i);
    hits += subject->name() == "fp-buffer" ? subject->observe(stranger) == verdict::repeat
                                           : subject->contains(stranger);
  }
  EXPECT_NEAR(static_cast<double>(hits) / trials, expected,
              testing::five_sigma(expected, trials) + 0.02 * expected);
}

std::string label(const ::testing::TestParamInfo<filter_kind>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(soak, many_records, ::testing::ValuesIn(all_filters), label);

}  // namespace sluice::many_records_soak
