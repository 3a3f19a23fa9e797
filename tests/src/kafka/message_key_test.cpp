#include "kafka/message_key.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace sluice::message_key_test {

struct sample {
  std::optional<std::string> key{};
  std::optional<std::string> value{};
};

/// The key found in such a message; nothing where it has none.
std::optional<std::string> found(const std::string& what, sample in) {
  auto key = message_key::parse(what);
  EXPECT_TRUE(key) << (key ? "" : key.failure().message);
  rd_kafka_message_t message{};
  if (in.key) {
    message.key = in.key->data();
    message.key_len = in.key->size();
  }
  if (in.value) {
    message.payload = in.value->data();
    message.len = in.value->size();
  }
  std::string_view place;
  if ((*key)(message, place) != extraction::found) return std::nullopt;
  return std::string(place);
}

TEST(message_key, is_the_messages_own) {
  EXPECT_EQ(found("key", {.key = "a", .value = "b"}), "a");
  EXPECT_EQ(found("key", {.key = "", .value = "b"}), "");
  EXPECT_EQ(found("key", {.value = "b"}), std::nullopt);
}

TEST(message_key, is_the_value) {
  EXPECT_EQ(found("value", {.key = "a", .value = "b"}), "b");
  EXPECT_EQ(found("value", {.key = "a"}), std::nullopt) << "a tombstone";
}

TEST(message_key, is_a_member_of_the_value) {
  EXPECT_EQ(found("/user/id", {.value = R"({"user": {"id": 17}})"}), "17");
  EXPECT_EQ(found("/user/id", {.value = R"({"user": {}})"}), std::nullopt);
  EXPECT_EQ(found("/user/id", {.key = "a"}), std::nullopt);
}

TEST(message_key, of_several_members_tells_them_apart) {
  EXPECT_NE(found("/a,/b", {.value = R"({"a": "x", "b": "yz"})"}),
            found("/a,/b", {.value = R"({"a": "xy", "b": "z"})"}));
}

TEST(message_key, is_a_column_of_the_value) {
  EXPECT_EQ(found("column:2", {.value = R"(a,"b,c",d)"}), "b,c");
  EXPECT_EQ(found("column:4", {.value = "a,b,c"}), std::nullopt);
}

TEST(message_key, says_what_it_can_be) {
  for (const char* wrong :
       {"", "keys", "column:", "column:name", "column:0", "header:", "user/id"}) {
    EXPECT_FALSE(message_key::parse(wrong)) << wrong;
  }
}

}  // namespace sluice::message_key_test
