#include "reading/input.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "sluice/dice.hpp"

namespace sluice::input_test {

std::string file_of(const std::string& name, const std::string& text) {
  std::string path = testing::TempDir() + "sluice_input_test_" + name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

struct reading {
  std::string text;
  std::vector<std::string> headers;
  std::optional<error> failure;
};

/// All records of the files, taken in blocks of a few bytes.
reading read_all(const std::vector<std::string>& paths, const record_format& format,
                 const key_list& keys, std::size_t block_bytes) {
  const stop_signal stop;
  input subject(paths, format, keys, block_bytes, stop);
  reading all;
  block records;
  do {
    subject.fill(records);
    for (std::size_t i = 0; i < records.records(); ++i) all.text += records.record(i);
    if (!records.header.empty()) all.headers.emplace_back(records.header);
    all.failure = records.failure;
  } while (!records.last);
  return all;
}

TEST(input, loses_no_byte_whatever_the_size_of_blocks) {
  std::string text;
  for (std::uint64_t i = 0; i < 500; ++i) {
    text += std::string(dice(1, i).below(90), static_cast<char>('a' + i % 26)) + "\n";
  }
  const std::string path = file_of("lines", text);
  for (const std::size_t block_bytes : {1U, 16U, 100U, 4096U, 1U << 20}) {
    EXPECT_EQ(read_all({path}, {}, {}, block_bytes).text, text);
  }
  std::remove(path.c_str());
}

TEST(input, ends_every_file_with_a_record) {
  const std::string one = file_of("one", "a\nb");
  const std::string two = file_of("two", "c\n");
  EXPECT_EQ(read_all({one, two, one}, {}, {}, 64).text, "a\nb\nc\na\nb\n");
}

TEST(input, takes_headers_apart) {
  const record_format csv{.kind = record_kind::csv};
  const auto keys = key_list::parse(std::vector<std::string>{"id"}, csv);
  const std::string one = file_of("one.csv", "n,id\r\na,1\r\n");
  const std::string two = file_of("two.csv", "n,id\nb,2\n");
  const reading all = read_all({one, two}, csv, *keys, 4);
  EXPECT_EQ(all.text, "a,1\r\nb,2\n");
  EXPECT_EQ(all.headers, (std::vector<std::string>{"n,id\r\n", "n,id\n"}));
  EXPECT_FALSE(all.failure);
}

TEST(input, says_what_ended_it) {
  const record_format fixed{.kind = record_kind::fixed, .width = 4};
  const std::string path = file_of("fixed", "aaaabb");
  const reading all = read_all({path}, fixed, {}, 64);
  EXPECT_EQ(all.text, "aaaa");
  ASSERT_TRUE(all.failure);
  EXPECT_NE(all.failure->message.find("2 of 4 bytes"), std::string::npos);
  EXPECT_TRUE(read_all({path + ".missing"}, fixed, {}, 64).failure);
}

}  // namespace sluice::input_test
