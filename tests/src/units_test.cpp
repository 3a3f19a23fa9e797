#include "units.hpp"

#include <gtest/gtest.h>

namespace sluice::units_test {

TEST(parse_size, knows_both_kinds_of_units) {
  EXPECT_EQ(*parse_size("4096"), 4096U);
  EXPECT_EQ(*parse_size("64K"), 65536U);
  EXPECT_EQ(*parse_size("64k"), 65536U);
  EXPECT_EQ(*parse_size("64KiB"), 65536U);
  EXPECT_EQ(*parse_size("64KB"), 64000U);
  EXPECT_EQ(*parse_size("512M"), 512U << 20);
  EXPECT_EQ(*parse_size("1.5GiB"), 3ULL << 29);
  EXPECT_EQ(*parse_size("6G"), 6ULL << 30);
  EXPECT_EQ(*parse_size("2TB"), 2000000000000U);
  EXPECT_EQ(*parse_size("1e3B"), 1000U);
}

TEST(parse_size, refuses_the_rest) {
  for (const char* text :
       {"", "M", "-1", "-0", "12X", "1 G", "nan", "inf", "1Gb", "0x10", "1KBB", "9e99"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
  EXPECT_NE(parse_size("12X").failure().message.find("'12X' is no size"), std::string::npos);
}

TEST(parse_count, takes_whole_numbers) {
  EXPECT_EQ(*parse_count("8000000"), 8000000U);
  EXPECT_EQ(*parse_count("8e6"), 8000000U);
  EXPECT_EQ(*parse_count("1.5M"), 1500000U);
  for (const char* text : {"", "-1", "1.5", "8 M", "8m", "1e99", "x"}) {
    EXPECT_FALSE(parse_count(text)) << text;
  }
}

TEST(parse_span, takes_records_or_time) {
  EXPECT_EQ(parse_span("500000")->records, 500000U);
  EXPECT_EQ(parse_span("5M")->records, 5000000U);
  EXPECT_EQ(parse_span("90s")->seconds, 90);
  EXPECT_EQ(parse_span("15m")->seconds, 900);
  EXPECT_EQ(parse_span("1.5h")->seconds, 5400);
  EXPECT_EQ(parse_span("2d")->seconds, 172800);
  for (const char* text : {"", "0", "0s", "-1s", "1.5", "s", "1w", "1 h"}) {
    EXPECT_FALSE(parse_span(text)) << text;
  }
}

TEST(parse_rate, takes_shares_and_per_cent) {
  EXPECT_DOUBLE_EQ(*parse_rate("1e-6"), 1e-6);
  EXPECT_DOUBLE_EQ(*parse_rate("0.1"), 0.1);
  EXPECT_DOUBLE_EQ(*parse_rate("1%"), 0.01);
  EXPECT_DOUBLE_EQ(*parse_rate("0.5%"), 0.005);
}

TEST(parse_rate, refuses_the_rest) {
  for (const char* text : {"", "%", "-1", "2", "101%", "1%%", "1 %", "nan", "x"}) {
    EXPECT_FALSE(parse_rate(text)) << text;
  }
}

}  // namespace sluice::units_test
