#include "keys/key_list.hpp"

#include <gtest/gtest.h>

namespace sluice::key_list_test {

constexpr record_format csv{.kind = record_kind::csv};
constexpr record_format jsonl{.kind = record_kind::jsonl};

result<key_list> parse(std::vector<std::string> lists, const record_format& format = csv) {
  return key_list::parse(lists, format);
}

TEST(key_list, takes_numbers_and_names) {
  EXPECT_FALSE(parse({"2,1"})->by_name());
  EXPECT_EQ(*parse({"2,1", "2"})->columns("", csv), (std::vector<std::uint32_t>{0, 1}));
  const auto keys = parse({"day,1"});
  EXPECT_TRUE(keys->by_name());
  EXPECT_EQ(*keys->columns("id,\"day\"", csv), (std::vector<std::uint32_t>{0, 1}));
}

TEST(key_list, lists_the_names_it_knows) {
  const auto columns = parse({"week"})->columns("id,day", csv);
  ASSERT_FALSE(columns);
  EXPECT_EQ(columns.failure().message, "there is no column 'week'; there are: id, day");
}

TEST(key_list, refuses_what_makes_no_sense) {
  EXPECT_FALSE(parse({"0"}));
  EXPECT_FALSE(parse({"99999999999"}));
  EXPECT_FALSE(parse({"a,"}));
  EXPECT_FALSE(parse({""}));
  EXPECT_FALSE(parse({"id"}, jsonl));
  EXPECT_FALSE(parse({"1"}, {}));
  EXPECT_TRUE(parse({}, {})->empty());
  EXPECT_TRUE(parse({"/id"}, jsonl));
}

}  // namespace sluice::key_list_test
