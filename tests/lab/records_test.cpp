// Records are written as the C library would write them.

#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <string>

#include "records/kinds.hpp"
#include "streams/record.hpp"

namespace sluice::lab::records_test {

template <class Put>
std::string made(Put put) {
  char room[most_text];
  text out(room);
  put(out);
  return {room, out.end()};
}

TEST(text, writes_digits_as_printf_does) {
  for (const std::uint64_t number : {0ULL, 7ULL, 42ULL, 99999ULL, 1234567890ULL}) {
    char expected[32];
    std::snprintf(expected, sizeof expected, "%010" PRIu64, number);
    EXPECT_EQ(made([&](text& out) { out.digits<10>(number); }), expected);
    std::snprintf(expected, sizeof expected, "%05" PRIu64, number % 100000);
    EXPECT_EQ(made([&](text& out) { out.digits<5>(number); }), expected);
  }
}

TEST(text, writes_hexadecimal_as_printf_does) {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t number = dice(1, i).word();
    char expected[32];
    std::snprintf(expected, sizeof expected, "%016" PRIx64, number);
    EXPECT_EQ(made([&](text& out) { out.hex(number); }), expected);
  }
}

TEST(text, writes_binary_lowest_byte_first) {
  EXPECT_EQ(made([](text& out) { out.binary(0x0102); }), std::string("\2\1\0\0\0\0\0\0", 8));
}

template <class Kind, class Out>
std::string line(std::uint64_t key) {
  char room[most_text];
  Out out(room);
  Kind::describe(key, 1, out);
  return {room, out.finish()};
}

template <class Kind>
void expect_same_bytes_for_the_same_key() {
  for (std::uint64_t key = 0; key < 2000; ++key) {
    const std::string once = line<Kind, comma_separated>(key);
    EXPECT_EQ(once, (line<Kind, comma_separated>(key)));
    EXPECT_NE(once, (line<Kind, comma_separated>(key + 1)));
    EXPECT_LT((line<Kind, json_object>(key).size()), most_text);
    EXPECT_EQ(once.find('"'), std::string::npos);
  }
}

TEST(records, are_a_function_of_their_key) {
  expect_same_bytes_for_the_same_key<numbered_record>();
  expect_same_bytes_for_the_same_key<call_record>();
  expect_same_bytes_for_the_same_key<click_record>();
  expect_same_bytes_for_the_same_key<url_record>();
}

TEST(records, have_the_same_fields_in_every_format) {
  EXPECT_EQ((line<numbered_record, header>(5)), "key\n");
  EXPECT_EQ((line<numbered_record, comma_separated>(5)), "0000000000000005\n");
  EXPECT_EQ((line<numbered_record, json_object>(5)), "{\"key\":\"0000000000000005\"}\n");
  EXPECT_EQ((line<call_record, header>(5)), "start,caller,called,seconds,cell,outcome,charge\n");
  EXPECT_EQ((line<click_record, header>(5)), "visitor,address,advertisement,page\n");
}

}  // namespace sluice::lab::records_test
