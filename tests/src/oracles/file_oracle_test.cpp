#include "oracles/file_oracle.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "sluice/dice.hpp"

namespace sluice::file_oracle_test {

/// A set in a file that is gone with it.
class set_file {
 public:
  explicit set_file(const std::string& text) {
    std::string name = ::testing::TempDir() + "/set-XXXXXX";
    close(mkstemp(name.data()));
    path_ = name;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~set_file() { unlink(path_.c_str()); }
  set_file(const set_file&) = delete;
  set_file& operator=(const set_file&) = delete;

  std::unique_ptr<file_oracle> open() const {
    auto opened = file_oracle::open(path_);
    EXPECT_TRUE(opened) << opened.failure().message;
    return *std::move(opened);
  }

 private:
  std::string path_;
};

TEST(file_oracle, finds_each_line_and_nothing_else) {
  for (const bool sorted : {true, false}) {
    std::vector<std::string> lines;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      lines.push_back(std::string(dice(3, i).below(20), 'x') + std::to_string(i * 7919 % 10007));
    }
    if (sorted) std::sort(lines.begin(), lines.end());
    const std::set<std::string> truth(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    const auto subject = set_file(text).open();
    for (const std::string& line : lines) ASSERT_TRUE(subject->contains(line)) << line;
    for (std::uint64_t i = 0; i < 30000; ++i) {
      const std::string key = std::string(dice(4, i).below(20), 'x') + std::to_string(i);
      ASSERT_EQ(subject->contains(key), truth.contains(key)) << key;
    }
  }
}

TEST(file_oracle, takes_odd_files) {
  EXPECT_FALSE(set_file("").open()->contains(""));
  EXPECT_FALSE(set_file("").open()->contains("a"));
  EXPECT_TRUE(set_file("\n").open()->contains(""));
  EXPECT_FALSE(set_file("a\n").open()->contains(""));
  EXPECT_TRUE(set_file("a").open()->contains("a"));
  EXPECT_FALSE(set_file("a").open()->contains("a\n"));
  const auto subject = set_file("b\n\na\nb\n\xff\na b").open();
  for (const char* const key : {"", "a", "b", "a b", "\xff"}) EXPECT_TRUE(subject->contains(key));
  for (const char* const key : {"c", "a ", "b\n", "\xfe"}) EXPECT_FALSE(subject->contains(key));
}

TEST(file_oracle, answers_and_lists) {
  const auto subject = set_file("pear\napple\npear\n").open();
  const std::vector<std::string_view> keys{"apple", "plum", "pear"};
  std::vector<answer> answers(keys.size(), answer::unknown);
  EXPECT_FALSE(subject->ask(keys, answers));
  EXPECT_EQ(answers, (std::vector{answer::member, answer::other, answer::member}));
  std::set<std::string> listed;
  EXPECT_FALSE(subject->list([&](std::string_view key) { listed.emplace(key); }));
  EXPECT_EQ(listed, (std::set<std::string>{"apple", "pear"}));
}

TEST(file_oracle, refuses_what_cannot_be_mapped) {
  EXPECT_FALSE(file_oracle::open("/dev/null"));
  EXPECT_FALSE(file_oracle::open("/"));
  EXPECT_FALSE(file_oracle::open("/no/such/file"));
}

}  // namespace sluice::file_oracle_test
