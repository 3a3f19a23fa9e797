#include "reading/splitter.hpp"

#include <gtest/gtest.h>

#include <string>

#include "reading/block.hpp"
#include "sluice/dice.hpp"

namespace sluice::splitter_test {

constexpr std::size_t plenty = 1 << 20;

/// The records of a text that grows by `step` bytes between two looks.
std::vector<std::string> split(const record_format& format, const std::string& text,
                               std::size_t step) {
  text_buffer buffer;
  buffer.reserve(text.size());
  splitter subject(format);
  std::vector<std::uint32_t> edges{0};
  for (std::size_t at = 0; at < text.size(); at += step) {
    buffer.append(std::string_view(text).substr(at, step));
    EXPECT_TRUE(subject.split(buffer.view(), edges, plenty));
  }
  std::vector<std::string> records;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    records.push_back(text.substr(edges[i], edges[i + 1] - edges[i]));
  }
  return records;
}

/// CSV by the book, one byte after the other.
std::vector<std::string> split_slowly(const std::string& text) {
  std::vector<std::string> records;
  std::string record;
  bool quoted = false;
  bool at_field = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    record += text[i];
    if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      record += text[++i];
    } else if (text[i] == '"' && (quoted || at_field)) {
      quoted = !quoted;
      at_field = false;
    } else if (!quoted) {
      at_field = text[i] == ',' || text[i] == '\n';
      if (text[i] == '\n') records.push_back(std::exchange(record, ""));
    }
  }
  return records;
}

std::string random_text(std::uint64_t seed, std::size_t size) {
  static constexpr std::string_view bytes = "ab,,\n\n\"\"\"x";
  dice roll(seed, 0);
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += bytes[roll.below(bytes.size())];
  return text;
}

TEST(splitter, finds_lines_however_the_text_grows) {
  const std::string text = "one\n\nthree" + std::string(200, 'x') + "\nfour\nrest";
  for (const std::size_t step : {1U, 7U, 64U, 1000U}) {
    const auto lines = split({}, text, step);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[1], "\n");
    EXPECT_EQ(lines[3], "four\n");
  }
}

TEST(splitter, takes_another_end) {
  const auto records = split({.end = '\0'}, std::string("a\nb\0c\0", 6), 2);
  EXPECT_EQ(records, (std::vector<std::string>{std::string("a\nb\0", 4), std::string("c\0", 2)}));
}

TEST(splitter, reads_csv_as_the_book_says) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = random_text(seed, 10 + seed);
    const auto expected = split_slowly(text);
    for (const std::size_t step : {1U, 5U, 63U, 1000U}) {
      EXPECT_EQ(split({.kind = record_kind::csv}, text, step), expected) << text;
    }
  }
}

TEST(splitter, knows_when_a_quote_is_open) {
  splitter subject({.kind = record_kind::csv});
  text_buffer text;
  text.append("a,\"b\nc");
  std::vector<std::uint32_t> edges{0};
  subject.split(text.view(), edges, plenty);
  EXPECT_TRUE(subject.inside_quotes());
  text.append("\"\n");
  subject.split(text.view(), edges, plenty);
  EXPECT_FALSE(subject.inside_quotes());
  EXPECT_EQ(edges.size(), 2U);
}

TEST(splitter, cuts_fixed_records) {
  const auto records = split({.kind = record_kind::fixed, .width = 3}, "abcdefgh", 2);
  EXPECT_EQ(records, (std::vector<std::string>{"abc", "def"}));
}

TEST(splitter, stops_when_there_are_enough) {
  text_buffer text;
  text.append(std::string(1000, '\n'));
  for (const record_kind kind : {record_kind::lines, record_kind::csv, record_kind::fixed}) {
    splitter subject({.kind = kind, .width = 1});
    std::vector<std::uint32_t> edges{0};
    EXPECT_FALSE(subject.split(text.view(), edges, 200));
    EXPECT_LE(edges.size(), 200U);
    EXPECT_GT(edges.size(), 100U);
  }
}

}  // namespace sluice::splitter_test
