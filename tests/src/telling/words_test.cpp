#include "telling/words.hpp"

#include <gtest/gtest.h>

namespace sluice::words_test {

TEST(words, count) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "record"), "1 record");
  EXPECT_EQ(counted(0, "record"), "0 records");
}

TEST(words, say_about_how_much) {
  EXPECT_EQ(about(0), "0");
  EXPECT_EQ(about(7), "7");
  EXPECT_EQ(about(1234), "1,200");
  EXPECT_EQ(about(83886080), "84 million");
  EXPECT_EQ(about(999999999), "1 billion");
  EXPECT_EQ(about(1.66e12), "1.7 trillion");
}

TEST(words, give_sizes_and_times) {
  EXPECT_EQ(size_in_words(0), "0 bytes");
  EXPECT_EQ(size_in_words(728e6), "728 MB");
  EXPECT_EQ(size_in_words(999.9e6), "1 GB");
  EXPECT_EQ(clock_time(75), "1:15");
  EXPECT_EQ(clock_time(3725), "1:02:05");
}

}  // namespace sluice::words_test
