#include "reading/block.hpp"

#include <gtest/gtest.h>

#include "failures.hpp"

namespace sluice::block_test {

/// Records "0\n" to "5\n"; numbers 0, 3 and 5 have no key.
block six_records() {
  block records;
  records.text.append("0\n1\n2\n3\n4\n5\n");
  records.edges = {0, 2, 4, 6, 8, 10, 12};
  records.keyless = {0, 3, 5};
  records.keys.resize(3);
  for (const char* const key : {"one", "", "four"}) records.keep_key(key);
  return records;
}

TEST(block, keeps_keys_apart) {
  block records = six_records();
  EXPECT_EQ(records.key(0), "one");
  EXPECT_EQ(records.key(1), "");
  EXPECT_EQ(records.key(2), "four");
  records.clear();
  records.keep_key("again");
  EXPECT_EQ(records.key(0), "again");
}

TEST(block, fails_at_a_key_with_everything_before_it_left) {
  const std::size_t records_before[] = {1, 2, 4};
  const std::size_t keyless_before[] = {1, 1, 2};
  for (std::size_t key = 0; key < 3; ++key) {
    block records = six_records();
    records.fail_at_key(key, bad_input("no answer"));
    EXPECT_EQ(records.records(), records_before[key]);
    EXPECT_EQ(records.keyless.size(), keyless_before[key]);
    EXPECT_EQ(records.keys.size(), key);
    EXPECT_TRUE(records.last && records.at_record && records.failure);
  }
}

}  // namespace sluice::block_test
