#include "units.hpp"

#include <gtest/gtest.h>

namespace sluice {
namespace {

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

}  // namespace
}  // namespace sluice
