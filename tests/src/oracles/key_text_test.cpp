#include "oracles/key_text.hpp"

#include <gtest/gtest.h>

#include "keys/joined_key.hpp"

namespace sluice::key_text_test {

std::string joined(const std::vector<std::string>& values) {
  joined_key key;
  for (const std::string& value : values) key.add(value);
  return std::string(key.view());
}

TEST(key_text, plain_keys_stay) {
  EXPECT_EQ(key_text("\"a\"", false, false), "\"a\"");
}

TEST(key_text, json_strings_lose_their_quotes_and_escapes) {
  EXPECT_EQ(key_text("\"a b\"", true, false), "a b");
  EXPECT_EQ(key_text("\"\"", true, false), "");
  EXPECT_EQ(key_text(R"("a\"b\u00e9\n")", true, false), "a\"b\xc3\xa9\n");
  EXPECT_EQ(key_text("12.50", true, false), "12.50");
  EXPECT_EQ(key_text("null", true, false), "null");
  EXPECT_EQ(key_text(R"("bad \q")", true, false), R"("bad \q")");
}

TEST(key_text, values_are_joined_by_tabs) {
  EXPECT_EQ(key_text(joined({"a", "b c", ""}), false, true), "a\tb c\t");
  EXPECT_EQ(key_text(joined({"", ""}), false, true), "\t");
  EXPECT_EQ(key_text(joined({"\"a\"", "1"}), true, true), "a\t1");
}

// The same column named twice is one value, which is not joined.
TEST(key_text, what_is_not_joined_stays) {
  EXPECT_EQ(key_text("abc", false, true), "abc");
  EXPECT_EQ(key_text("a longer value", false, true), "a longer value");
}

}  // namespace sluice::key_text_test
