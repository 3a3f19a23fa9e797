#include "oracles/retrying.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::retrying_test {

using duration = retrying_oracle::duration;

/// Answers one key each time it is asked, after some failures.
class hesitant_oracle final : public oracle {
 public:
  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override {
    asked.push_back(keys.size());
    if (failures > 0) {
      --failures;
      return error{code, "not now"};
    }
    answers[0] = keys[0] == "a" ? answer::member : answer::other;
    if (keys.size() == 1) return std::nullopt;
    return error{code, "one at a time"};
  }

  int failures = 0;
  error_code code = error_code::no_answer;
  std::vector<std::size_t> asked;
};

class retrying : public ::testing::Test {
 protected:
  std::optional<error> ask(double timeout) {
    retrying_oracle subject(
        inner_, duration(timeout), [&] { ++flushed_; },
        [&](duration pause) {
          pauses_.push_back(pause.count());
          return pauses_.size() < most_pauses_;
        });
    answers_.assign(3, answer::unknown);
    return subject.ask(keys_, answers_);
  }

  hesitant_oracle inner_;
  const std::vector<std::string_view> keys_{"b", "a", "c"};
  std::vector<answer> answers_;
  std::vector<double> pauses_;
  std::size_t most_pauses_ = 1000;
  int flushed_ = 0;
};

TEST_F(retrying, asks_again_only_for_what_has_no_answer) {
  EXPECT_FALSE(ask(30));
  EXPECT_EQ(inner_.asked, (std::vector<std::size_t>{3, 2, 1}));
  EXPECT_EQ(answers_, (std::vector{answer::other, answer::member, answer::other}));
  EXPECT_EQ(flushed_, 1);
}

TEST_F(retrying, pauses_grow_to_two_seconds) {
  inner_.failures = 8;
  EXPECT_FALSE(ask(30));
  ASSERT_EQ(pauses_.size(), 10U);
  for (std::size_t i = 1; i < pauses_.size(); ++i) {
    EXPECT_NEAR(pauses_[i], std::min(2.0, 2 * pauses_[i - 1]), 1e-9);
  }
}

TEST_F(retrying, gives_up_when_it_is_told_to) {
  inner_.failures = 1000000;
  most_pauses_ = 3;
  ASSERT_TRUE(ask(1e9));
  EXPECT_EQ(pauses_.size(), 3U);
}

TEST_F(retrying, gives_up_when_the_time_is_over) {
  inner_.failures = 1000000;
  const auto failure = ask(5);
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->message.find("not now (tried for 5 s"), std::string::npos) << failure->message;
  double all = 0;
  for (const double pause : pauses_) all += pause;
  EXPECT_NEAR(all, 5, 1e-6);
  EXPECT_EQ(answers_, std::vector(3, answer::unknown));
}

TEST_F(retrying, what_is_wrong_for_good_is_told_at_once) {
  inner_.failures = 5;
  inner_.code = error_code::bad_value;
  EXPECT_TRUE(ask(30));
  EXPECT_TRUE(pauses_.empty());
  EXPECT_EQ(inner_.asked.size(), 1U);
}

// It was right once, so that an error later is worth waiting for.
TEST_F(retrying, an_error_after_an_answer_is_tried_again) {
  inner_.code = error_code::bad_value;
  EXPECT_FALSE(ask(30));
  EXPECT_EQ(inner_.asked.size(), 3U);
}

}  // namespace sluice::retrying_test
