#include "reading/format.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::format_test {

TEST(parse_format, knows_its_names) {
  EXPECT_EQ(parse_format("csv")->kind, record_kind::csv);
  EXPECT_EQ(parse_format("fixed:8")->width, 8U);
  for (const char* text : {"", "CSV", "fixed", "fixed:", "fixed:0", "fixed:-1", "fixed:1e12"}) {
    EXPECT_FALSE(parse_format(text)) << text;
  }
}

TEST(format_of_names, says_what_all_names_say) {
  const auto kind = [](std::vector<std::string> paths) { return format_of_names(paths).kind; };
  EXPECT_EQ(kind({"a.csv", "b.csv.gz", "c.csv.zst"}), record_kind::csv);
  EXPECT_EQ(kind({"a.ndjson", "b.jsonl"}), record_kind::jsonl);
  EXPECT_EQ(kind({"a.tsv"}), record_kind::tsv);
  EXPECT_EQ(kind({"a.csv", "b.tsv"}), record_kind::lines);
  EXPECT_EQ(kind({"a.csv", "-"}), record_kind::lines);
  EXPECT_EQ(kind({"a.txt"}), record_kind::lines);
  EXPECT_EQ(kind({}), record_kind::lines);
}

}  // namespace sluice::format_test
