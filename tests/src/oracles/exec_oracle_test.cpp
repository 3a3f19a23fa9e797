#include "oracles/exec_oracle.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

namespace sluice::exec_oracle_test {

/// Members are those with an x.
constexpr const char* looks_for_x =
    "while IFS= read -r key; do case $key in *x*) echo member;; *) echo other;; esac; done";

class exec_oracle_test : public ::testing::Test {
 protected:
  void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }

  static std::optional<error> ask(exec_oracle& subject, const std::vector<std::string>& keys,
                                  std::vector<answer>& answers) {
    const std::vector<std::string_view> views(keys.begin(), keys.end());
    answers.assign(keys.size(), answer::unknown);
    return subject.ask(views, answers);
  }

  std::vector<answer> answers_;
};

TEST_F(exec_oracle_test, asks_the_same_program_again_and_again) {
  exec_oracle subject(looks_for_x, "exec:x", 30);
  for (int round = 0; round < 3; ++round) {
    EXPECT_FALSE(ask(subject, {"box", "", "a\tb c", "x"}, answers_));
    EXPECT_EQ(answers_,
              (std::vector{answer::member, answer::other, answer::other, answer::member}));
  }
}

// More than both pipes hold, in both directions at once.
TEST_F(exec_oracle_test, many_keys_do_not_jam) {
  std::vector<std::string> keys;
  for (int i = 0; i < 100000; ++i) keys.push_back(std::to_string(i) + (i % 3 == 0 ? "x" : ""));
  exec_oracle subject("sed -u 's/.*x.*/member/;t;s/.*/other/'", "exec:sed", 30);
  EXPECT_FALSE(ask(subject, keys, answers_));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_EQ(answers_[i], i % 3 == 0 ? answer::member : answer::other);
  }
}

TEST_F(exec_oracle_test, keeps_the_answers_before_an_end_and_starts_anew) {
  exec_oracle subject("for i in 1 2; do read -r key; echo member; done", "exec:two", 30);
  const auto failure = ask(subject, {"a", "b", "c"}, answers_);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, error_code::no_answer);
  EXPECT_EQ(answers_, (std::vector{answer::member, answer::member, answer::unknown}));
  EXPECT_FALSE(ask(subject, {"c"}, answers_));
}

TEST_F(exec_oracle_test, failures_are_told) {
  exec_oracle absent("/no/such/program 2>/dev/null", "exec:absent", 30);
  const auto missing = ask(absent, {"a"}, answers_);
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->code, error_code::bad_value);
  exec_oracle talker("while read -r key; do echo perhaps; done", "exec:talker", 30);
  const auto unclear = ask(talker, {"a"}, answers_);
  ASSERT_TRUE(unclear);
  EXPECT_NE(unclear->message.find("perhaps"), std::string::npos);
  exec_oracle silent("sleep 60", "exec:silent", 0.05);
  const auto late = ask(silent, {"a"}, answers_);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->code, error_code::no_answer);
  exec_oracle chatterbox("yes other", "exec:yes", 30);
  EXPECT_TRUE(ask(chatterbox, {"a"}, answers_));
  exec_oracle subject(looks_for_x, "exec:x", 30);
  EXPECT_TRUE(ask(subject, {"a\nb"}, answers_));
  EXPECT_EQ(answers_.front(), answer::unknown);
}

}  // namespace sluice::exec_oracle_test
