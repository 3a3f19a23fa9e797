// Budgets past 4 GiB: every filter reaches all of its memory and none folds positions modulo 2^32.

#include <gtest/gtest.h>

#include "measure.hpp"
#include "sluice/sluice.hpp"

namespace sluice::large_memory_test {

class large_memory : public ::testing::TestWithParam<filter_kind> {};

TEST_P(large_memory, six_gibibytes_remember_and_stay_sparse) {
  const auto made = GetParam().make_plan({.memory_bytes = 6ULL << 30, .fpr = 0.01});
  ASSERT_TRUE(made) << made.failure().message;
  EXPECT_GT(made->memory_bytes, (6ULL << 30) * 99 / 100);
  auto subject = make_filter(*made, 1);
  ASSERT_TRUE(subject) << subject.failure().message;
  constexpr std::uint64_t keys = 60;  // few, since each touches pages of its own
  for (std::uint64_t key = 0; key < keys; ++key) {
    if (GetParam().name != "fp-buffer") {
      ASSERT_EQ((*subject)->observe(lab::numbered(key)), verdict::fresh);
    } else {
      (*subject)->observe(lab::numbered(key));
    }
  }
  for (std::uint64_t key = 0; key < keys; ++key) {
    ASSERT_EQ((*subject)->observe(lab::numbered(key)), verdict::repeat);
  }
}

std::string label(const ::testing::TestParamInfo<filter_kind>& info) {
  std::string name(info.param.name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(all, large_memory, ::testing::ValuesIn(all_filters), label);

}  // namespace sluice::large_memory_test
