#include "sluice/membership/inquiry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "membership/scripted_oracle.hpp"
#include "sluice/dice.hpp"
#include "sluice/membership/catalog.hpp"

namespace sluice::inquiry_test {

bool ends_in_seven(std::string_view key) {
  return key.ends_with('7');
}

answer truth_of(std::string_view key) {
  return ends_in_seven(key) ? answer::member : answer::other;
}

std::vector<std::string> random_numbers(std::size_t count, std::uint64_t below) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(std::to_string(dice(5, i).below(below)));
  return all;
}

std::unique_ptr<answer_memory> remembering(std::uint64_t bytes) {
  const auto plan = detail::memory_entry<remembering_memory>::make_plan({.memory_bytes = bytes});
  return *plan->kind->make_memory(plan->parameters);
}

/// Batches of `size`, each with some of those that follow.
std::vector<answer> in_batches(inquiry& subject, const key_texts& keys, std::size_t size,
                               std::size_t ahead) {
  std::vector<answer> said(keys.size(), answer::unknown);
  for (std::size_t at = 0; at < keys.size(); at += size) {
    std::vector<key_batch> next;
    for (std::size_t i = 1; i <= ahead && at + i * size < keys.size(); ++i) {
      const std::size_t from = at + i * size;
      next.push_back(keys.batch(from, std::min(size, keys.size() - from)));
    }
    const key_batch now = keys.batch(at, std::min(size, keys.size() - at));
    const auto outcome = subject.observe(now, next, std::span(said).subspan(at, now.keys.size()));
    EXPECT_FALSE(outcome.failure);
    EXPECT_EQ(outcome.answered, now.keys.size());
  }
  return said;
}

TEST(inquiry, asks_for_a_key_once_and_answers_every_record) {
  const key_texts keys(random_numbers(20000, 1000));
  scripted_oracle oracle(ends_in_seven);
  const auto memory = remembering(64 << 10);
  inquiry subject(*memory, oracle);
  const auto said = in_batches(subject, keys, 500, 0);
  for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(said[i], truth_of(keys[i]));
  const std::set<std::string> distinct(oracle.asked.begin(), oracle.asked.end());
  EXPECT_EQ(distinct.size(), 1000U);
  EXPECT_EQ(oracle.asked.size(), 1000U);
  EXPECT_EQ(subject.questions(), 1000U);
}

TEST(inquiry, asks_for_the_batches_ahead_in_the_same_round_trip) {
  const key_texts keys(random_numbers(8000, 1 << 30));
  scripted_oracle oracle(ends_in_seven);
  const auto memory = remembering(1 << 20);
  inquiry subject(*memory, oracle);
  in_batches(subject, keys, 1000, 3);
  EXPECT_EQ(oracle.round_trips, 2U);
  EXPECT_EQ(oracle.asked.size(), 8000U);
}

// Far too little memory, so that what was known when a batch was looked at is forgotten on the way.
TEST(inquiry, answers_do_not_depend_on_batches) {
  const key_texts keys(random_numbers(6000, 600));
  for (const memory_kind& kind : all_memories) {
    if (kind.name == "preloaded") continue;
    std::vector<std::vector<answer>> said;
    for (const auto& [size, ahead] :
         {std::pair<std::size_t, std::size_t>{1, 0}, {7, 3}, {500, 0}, {500, 4}, {6000, 0}}) {
      const auto plan = kind.make_plan({.memory_bytes = 256, .fpr = 0.05, .within_records = 900});
      ASSERT_TRUE(plan) << plan.failure().message;
      const auto memory = *kind.make_memory(plan->parameters);
      scripted_oracle oracle(ends_in_seven);
      inquiry subject(*memory, oracle);
      said.push_back(in_batches(subject, keys, size, ahead));
      EXPECT_EQ(said.back(), said.front()) << kind.name << " " << size << " " << ahead;
    }
  }
}

// Demand: an unanswered key is never remembered, and everything before it has its answer.
TEST(inquiry, stops_at_the_first_unanswered_key_and_goes_on_from_there) {
  const key_texts keys(random_numbers(5000, 1 << 30));
  for (const std::uint64_t patience : {0U, 1U, 999U, 1000U, 2500U}) {
    scripted_oracle oracle(ends_in_seven);
    const auto memory = remembering(1 << 20);
    inquiry subject(*memory, oracle);
    oracle.patience = patience;
    std::vector<answer> said(keys.size(), answer::unknown);
    std::size_t at = 0;
    std::optional<error> failure;
    while (!failure && at < keys.size()) {
      const key_batch next = keys.batch(at + 1000, std::min<std::size_t>(1000, 4000 - at));
      auto outcome =
          subject.observe(keys.batch(at, 1000), {&next, 1}, std::span(said).subspan(at, 1000));
      at += outcome.answered;
      failure = outcome.failure;
    }
    ASSERT_TRUE(failure);
    EXPECT_EQ(at, patience);
    std::vector<answer> known(keys.size());
    memory->look_up(keys.all().digests, known);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSERT_EQ(known[i], i < patience ? truth_of(keys[i]) : answer::unknown);
    }
    oracle.patience = UINT64_MAX;
    const auto rest = keys.batch(at, keys.size() - at);
    EXPECT_FALSE(subject.observe(rest, {}, std::span(said).subspan(at)).failure);
    for (std::size_t i = 0; i < keys.size(); ++i) ASSERT_EQ(said[i], truth_of(keys[i]));
    EXPECT_EQ(std::set<std::string>(oracle.asked.begin(), oracle.asked.end()).size(), keys.size());
  }
}

/// Says it answered, but leaves a key out.
class forgetful_oracle final : public oracle {
 public:
  std::optional<error> ask(std::span<const std::string_view>, std::span<answer>) override {
    return std::nullopt;
  }
};

TEST(inquiry, does_not_wait_for_ever_for_an_oracle_that_leaves_out_keys) {
  const key_texts keys({"a", "b"});
  forgetful_oracle oracle;
  const auto memory = remembering(4096);
  inquiry subject(*memory, oracle);
  std::vector<answer> said(2);
  const auto outcome = subject.observe(keys.all(), {}, said);
  EXPECT_EQ(outcome.answered, 0U);
  EXPECT_TRUE(outcome.failure);
}

// β of one bit swallows everything after the first key: all that follow are called others.
TEST(inquiry, the_audit_counts_what_memory_got_wrong) {
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) texts.push_back(std::to_string(i));
  const key_texts keys(std::move(texts));
  appending_memory memory({.theta = 1, .n = 1, .k = 1, .n_prime = 64, .k_prime = 1});
  scripted_oracle oracle(ends_in_seven);
  inquiry subject(memory, oracle, 1.0);
  in_batches(subject, keys, 100, 2);
  EXPECT_EQ(subject.audit().records(), 1000U);
  EXPECT_EQ(subject.audit().members(), 100U);
  EXPECT_EQ(subject.audit().recall(), 0);
  EXPECT_EQ(subject.audit().precision(), 1);
  EXPECT_EQ(subject.questions(), 1000U);

  appending_memory again({.theta = 1, .n = 1, .k = 1, .n_prime = 64, .k_prime = 1});
  inquiry unaudited(again, oracle);
  const auto said = in_batches(unaudited, keys, 100, 2);
  EXPECT_EQ(std::count(said.begin(), said.end(), answer::member), 0);
  EXPECT_EQ(unaudited.audit().records(), 0U);
}

TEST(inquiry, the_audit_takes_its_share_of_keys) {
  const key_texts keys(random_numbers(40000, 1 << 30));
  const auto memory = remembering(1 << 20);
  scripted_oracle oracle(ends_in_seven);
  inquiry subject(*memory, oracle, 0.05);
  in_batches(subject, keys, 4000, 0);
  // Five standard deviations of the binomial distribution.
  EXPECT_NEAR(static_cast<double>(subject.audit().records()), 2000, 218);
  EXPECT_EQ(subject.audit().precision(), 1);
  EXPECT_EQ(subject.audit().recall(), 1);
}

}  // namespace sluice::inquiry_test
