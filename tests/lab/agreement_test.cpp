#include "agreement.hpp"

#include <gtest/gtest.h>

#include "judging.hpp"
#include "numbers.hpp"

namespace sluice::lab::agreement_test {

constexpr double many = 1e9;  // fresh records: no noise to speak of

TEST(agreement, of_an_fnr_is_one_point) {
  EXPECT_EQ(judge_fnr({84.5}, 85.5), agreement::within);
  EXPECT_EQ(judge_fnr({84.5}, 85.6), agreement::differs);
  EXPECT_EQ(judge_fnr({84.5}, 83.4), agreement::differs);
}

TEST(agreement, of_an_fpr_is_five_per_cent_of_it) {
  EXPECT_EQ(judge_fpr({0.7}, many, 0.73, many), agreement::within);
  EXPECT_EQ(judge_fpr({0.7}, many, 0.74, many), agreement::differs);
  EXPECT_EQ(judge_fpr({0.7}, many, 0.66, many), agreement::differs);
}

TEST(agreement, allows_for_rates_that_are_few_counts) {
  // Two of 76,000 in the paper, 280 of 7.6 million here.
  EXPECT_EQ(judge_fpr({0.00263}, 76000, 0.00367, 7.6e6), agreement::within_noise);
  EXPECT_EQ(judge_fpr({0.00263}, 76000, 0.03, 7.6e6), agreement::differs);
}

TEST(agreement, takes_a_misprint_for_what_it_reads) {
  const printed digit{10.262, "it reads 16.262", 16.262};
  EXPECT_EQ(judge_fpr(digit, many, 16.2, many), agreement::misprint_read);
  EXPECT_EQ(judge_fpr(digit, many, 10.262, many), agreement::misprint);
  const printed unknown{58.3, "no k gives it"};
  EXPECT_EQ(judge_fnr(unknown, 67), agreement::misprint);
  EXPECT_EQ(judge_fnr(unknown, 58.3), agreement::misprint);
  EXPECT_EQ(in_words(agreement::misprint, unknown), "misprint: no k gives it");
}

TEST(claims, are_graded) {
  EXPECT_EQ(graded(true, true), outcome::holds);
  EXPECT_EQ(graded(false, true), outcome::in_part);
  EXPECT_EQ(graded(false, false), outcome::fails);
  EXPECT_TRUE(about(2, 2.19));
  EXPECT_FALSE(about(2, 2.21));
  EXPECT_FALSE(about(2, 1.79));
}

TEST(curve, keeps_its_end_when_thinned) {
  std::vector<double> x;
  for (int i = 1; i <= 1003; ++i) x.push_back(i);
  const series thin = curve("", x, x, stroke::line, 100);
  EXPECT_LE(thin.x.size(), 100U);
  EXPECT_GE(thin.x.size(), 90U);
  EXPECT_EQ(thin.x.back(), 1003);
  EXPECT_EQ(curve("", {1, 2}, {3, 4}).y, (std::vector<double>{3, 4}));
}

TEST(numbers, are_short) {
  EXPECT_EQ(short_number(84.871), "84.87");
  EXPECT_EQ(short_number(0.03829), "0.0383");
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(1234.5), "1234");
  EXPECT_EQ(with_commas(1073741824), "1,073,741,824");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(scaled(1000000000, 1.0 / 50), 20000000U);
  EXPECT_EQ(scaled(10, 0.001), 1U);
  EXPECT_EQ(scale_in_words(1), "1 (full size)");
  EXPECT_EQ(scale_in_words(0.02), "1/50");
  EXPECT_EQ(scale_in_words(0.7), "0.7");
}

}  // namespace sluice::lab::agreement_test
