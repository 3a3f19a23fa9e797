// Tables 2 to 5 of Dutta, Bhattacherjee, Narang 2012, on uniform draws from a universe of U keys:
// 2 and 3 at full size, 4 and 5 with records, universe and memory divided by 50, which changes
// nothing but noise. The expected rates are measurements of an independent program; where they
// differ from the print, docs/filters/reservoir.md says why.

#include <gtest/gtest.h>

#include <vector>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "streams/uniform.hpp"

namespace sluice::papers_test {

struct cell {
  const char* filter;
  std::uint64_t k;  // of the reservoir filter
  double fnr, fpr;  // expected, per cent
};

struct row {
  const char* table;
  std::uint64_t records, universe, bits;
  int runs;  // with different seeds, where one has too few errors to count
  std::vector<cell> cells;
};

std::vector<row> rows() {
  constexpr std::uint64_t sbf = 0;
  return {
      {"2",
       100000,
       169000,
       16384,
       20,
       {{"stable", sbf, 84.87, 10.27}, {"reservoir", 3, 83.98, 11.22}}},
      {"2",
       100000,
       169000,
       65536,
       20,
       {{"stable", sbf, 74.26, 8.24}, {"reservoir", 3, 74.77, 8.27}}},
      {"2",
       100000,
       169000,
       4194304,
       100,
       {{"stable", sbf, 5.40, 0.0383}, {"reservoir", 3, 6.24, 0.0040}}},
      {"3",
       10000000,
       6130000,
       16384,
       1,
       {{"stable", sbf, 88.83, 11.13}, {"reservoir", 3, 87.41, 12.54}}},
      {"3",
       10000000,
       6130000,
       262144,
       1,
       {{"stable", sbf, 88.04, 10.86}, {"reservoir", 3, 86.84, 12.11}}},
      {"3",
       10000000,
       6130000,
       4194304,
       1,
       {{"stable", sbf, 76.80, 7.80}, {"reservoir", 3, 77.14, 7.84}}},
      {"4",
       13900000,
       2085000,
       1073741824 / 50,
       1,
       {{"stable", sbf, 37.41, 0.740}, {"reservoir", 2, 22.85, 0.894}}},
      {"4",
       13900000,
       2085000,
       4294967296 / 50,
       1,
       {{"stable", sbf, 13.59, 0.070}, {"reservoir", 2, 7.27, 0.074}}},
      {"5",
       20000000,
       2000000,
       67108864 / 50,
       1,
       {{"stable", sbf, 82.51, 8.16}, {"reservoir", 2, 67.61, 16.22}}},
      {"5",
       20000000,
       2000000,
       1073741824 / 50,
       1,
       {{"stable", sbf, 38.02, 0.690}, {"reservoir", 2, 23.39, 0.833}}},
      {"5",
       20000000,
       2000000,
       4294967296 / 50,
       1,
       {{"stable", sbf, 13.96, 0.0654}, {"reservoir", 2, 7.49, 0.0664}}},
  };
}

class papers : public ::testing::TestWithParam<row> {};

std::unique_ptr<filter> make(const cell& which, std::uint64_t bits, std::uint64_t seed) {
  if (which.k == 0) {
    return std::make_unique<stable_filter>(stable_parameters{.m = bits, .K = 2, .P = 4, .Max = 1},
                                           seed);
  }
  return std::make_unique<reservoir_filter>(
      reservoir_parameters{.k = which.k, .s = bits / which.k, .p_star = 0.03}, seed);
}

TEST_P(papers, rates_come_out_again) {
  const row& expected = GetParam();
  for (const cell& which : expected.cells) {
    error_rates rates;
    for (int run = 0; run < expected.runs; ++run) {
      const auto subject = make(which, expected.bits, static_cast<std::uint64_t>(run));
      lab::uniform_stream stream(expected.universe, 100 + static_cast<std::uint64_t>(run));
      rates += lab::measure(*subject, stream, expected.records);
    }
    // The expected FPR is itself a count of one run: three deviations of both counts on top of
    // 5 %.
    const double fpr = which.fpr / 100;
    const double fresh = static_cast<double>(rates.fresh);
    const double noise = 3 * std::sqrt(fpr / fresh + fpr * expected.runs / fresh);
    EXPECT_NEAR(rates.fnr() * 100, which.fnr, 1.0) << which.filter;
    EXPECT_NEAR(rates.fpr(), fpr, 0.05 * fpr + noise) << which.filter;
  }
}

std::string label(const ::testing::TestParamInfo<row>& info) {
  return "table_" + std::string(info.param.table) + "_bits_" + std::to_string(info.param.bits);
}

INSTANTIATE_TEST_SUITE_P(rsbf, papers, ::testing::ValuesIn(rows()), label);

}  // namespace sluice::papers_test
