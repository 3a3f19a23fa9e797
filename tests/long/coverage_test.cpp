// The audit's 95 % intervals hold the truth in 92 to 99 % of 500 runs: five streams through five
// filters, 20 seeds each. bench-coverage makes the table of the docs from more of them.

#include "coverage.hpp"

#include <gtest/gtest.h>

namespace sluice::coverage_test {

constexpr std::uint64_t records = 200000;

void expect_honest(const lab::hits& found, const char* what) {
  EXPECT_EQ(found.cases, 500U) << what;
  EXPECT_GE(found.share(), 0.92) << what;
  EXPECT_LE(found.share(), 0.99) << what;
}

void expect_honest(const lab::coverage& found) {
  expect_honest(found.fpr, "FPR");
  expect_honest(found.fnr, "FNR");
  expect_honest(found.recent_fpr, "recent FPR");
  expect_honest(found.recent_fnr, "recent FNR");
  expect_honest(found.distinct, "distinct keys");
}

TEST(coverage, is_what_it_is_said_to_be) {
  lab::coverage usual;
  lab::coverage cramped;  // the memory decides on the share
  std::uint64_t seed = 0;
  for (const lab::covered_stream& stream : lab::covered_streams(records)) {
    for (const char* const name : {"recency", "stable", "reservoir", "load-biased", "fp-buffer"}) {
      for (int i = 0; i < 20; ++i) {
        const lab::coverage_run run(stream, name, records, ++seed);
        run.hold_against({}, usual);
        run.hold_against({.memory_bytes = 128 << 10, .share = 0.25}, cramped);
      }
    }
  }
  expect_honest(usual);
  expect_honest(cramped);
}

}  // namespace sluice::coverage_test
