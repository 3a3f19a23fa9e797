#include "keys/json_keys.hpp"

#include <gtest/gtest.h>

namespace sluice::json_keys_test {

struct answer {
  extraction state;
  std::string key;
};

answer look(const std::vector<std::string>& pointers, const std::string& record) {
  json_keys subject(pointers);
  const std::string padded = record + std::string(64, ' ');
  std::string_view key;
  const extraction state = subject(std::string_view(padded).substr(0, record.size()), {}, key);
  return {state, std::string(state == extraction::found ? key : "")};
}

TEST(json_keys, finds_scalars_as_written) {
  EXPECT_EQ(look({"/a"}, R"({"a": "x\u0041" })").key, R"("x\u0041")");
  EXPECT_EQ(look({"/a"}, R"({"b":2,"a": 1.50 })").key, "1.50");
  EXPECT_EQ(look({"/a"}, R"({"a":123456789012345678901234567890})").key,
            "123456789012345678901234567890");
  EXPECT_EQ(look({"/a/b/1"}, R"({"a":{"b":[0,true]}})").key, "true");
  EXPECT_EQ(look({"/0"}, R"(["x"])").key, R"("x")");
}

TEST(json_keys, tells_missing_from_malformed) {
  for (const char* record : {R"({"b":1})", R"({"a":{}})", R"({"a":[]})", "[]", "3", "", "  "}) {
    EXPECT_EQ(look({"/a"}, record).state, extraction::missing) << record;
  }
  EXPECT_EQ(look({"/a/b"}, R"({"a":1})").state, extraction::missing);
  EXPECT_EQ(look({"/7"}, "[1]").state, extraction::missing);
  for (const char* record : {"{", R"({"a")", R"({"a":tru})", R"({"a":1x})", "nonsense", R"("a)",
                             R"({"a":1)", R"({"b":1 "a":2})"}) {
    EXPECT_EQ(look({"/a"}, record).state, extraction::malformed) << record;
  }
}

TEST(json_keys, joins_several_without_running_together) {
  const auto one = look({"/a", "/b"}, R"({"a":"x","b":"yz"})").key;
  EXPECT_EQ(one, look({"/a", "/b"}, R"({"b":"yz","a":"x"})").key);
  EXPECT_NE(one, look({"/a", "/b"}, R"({"a":"xy","b":"z"})").key);
}

TEST(json_keys, keeps_bytes_that_are_no_text) {
  EXPECT_EQ(look({"/a"}, "{\"a\":\"\xff\xc3\xa9\xc3\"}").key, "\"\xff\xc3\xa9\xc3\"");
  EXPECT_EQ(look({"/\xc3\xa9"}, "{\"x\":\"\xff\",\"\xc3\xa9\":1}").key, "1");
}

}  // namespace sluice::json_keys_test
