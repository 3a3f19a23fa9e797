#include "keys/fields.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::fields_test {

std::vector<std::string> values(std::string_view record, bool quotes = true) {
  std::vector<std::string> found;
  std::string scratch;
  fields walk(record, ',', quotes);
  while (walk.next()) found.emplace_back(walk.value(scratch));
  return found;
}

using list = std::vector<std::string>;

TEST(fields, walks_plain_columns) {
  EXPECT_EQ(values("a,b,c"), (list{"a", "b", "c"}));
  EXPECT_EQ(values(",b,"), (list{"", "b", ""}));
  EXPECT_EQ(values(""), (list{""}));
}

TEST(fields, gives_what_quotes_stand_for) {
  EXPECT_EQ(values(R"("a,b",c)"), (list{"a,b", "c"}));
  EXPECT_EQ(values(R"("a""b","""")"), (list{"a\"b", "\""}));
  EXPECT_EQ(values(R"("",x)"), (list{"", "x"}));
  EXPECT_EQ(values("\"a\nb\",c"), (list{"a\nb", "c"}));
}

TEST(fields, takes_misplaced_quotes_as_bytes) {
  EXPECT_EQ(values(R"(a"b,c")"), (list{"a\"b", "c\""}));
  EXPECT_EQ(values(R"("a"b,c)"), (list{"ab", "c"}));
  EXPECT_EQ(values(R"("a,b)"), (list{"a,b"}));
  EXPECT_EQ(values(R"(")"), (list{""}));
}

TEST(fields, knows_no_quotes_in_tsv) {
  EXPECT_EQ(values(R"("a,b",c)", false), (list{"\"a", "b\"", "c"}));
}

}  // namespace sluice::fields_test
