// What every memory of answers promises, over the list of all of them.

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "measure.hpp"
#include "sluice/dice.hpp"
#include "sluice/membership/catalog.hpp"
#include "support/allocations.hpp"

namespace sluice::memories_test {

answer truth_of(std::uint64_t key) {
  return key % 5 == 0 ? answer::member : answer::other;
}

class memories : public ::testing::TestWithParam<const memory_kind*> {
 protected:
  static std::unique_ptr<answer_memory> make(std::uint64_t bytes = 4096) {
    const auto plan = GetParam()->make_plan(
        {.memory_bytes = bytes, .fpr = 0.01, .distinct = 2000, .members = 400});
    EXPECT_TRUE(plan) << plan.failure().message;
    EXPECT_LE(plan->memory_bytes, bytes);
    auto made = GetParam()->make_memory(plan->parameters);
    EXPECT_TRUE(made);
    EXPECT_EQ((*made)->memory_bytes(), plan->memory_bytes);
    EXPECT_EQ((*made)->parameters(), plan->parameters);
    EXPECT_EQ((*made)->name(), GetParam()->name);
    return std::move(*made);
  }

  static std::uint64_t key_at(std::uint64_t record) { return dice(9, record).below(3000); }

  /// Records from..to; what was said of each.
  static std::vector<answer> show(answer_memory& subject, std::uint64_t from, std::uint64_t to) {
    std::vector<answer> said;
    for (std::uint64_t record = from; record < to; ++record) {
      const digest key = lab::numbered(key_at(record));
      said.push_back(subject.recall(key));
      if (said.back() == answer::unknown) subject.learn(key, truth_of(key_at(record)));
    }
    return said;
  }
};

TEST_P(memories, look_up_says_what_recall_would_say) {
  const auto subject = make();
  show(*subject, 0, 5000);
  std::vector<digest> keys;
  for (std::uint64_t key = 0; key < 4000; ++key) keys.push_back(lab::numbered(key));
  std::vector<answer> looked_up(keys.size());
  subject->look_up(keys, looked_up);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    answer one{};
    subject->look_up({&keys[i], 1}, {&one, 1});
    ASSERT_EQ(one, looked_up[i]);
    ASSERT_EQ(subject->recall(keys[0]), looked_up[0]);
  }
}

TEST_P(memories, an_answer_is_known_at_once) {
  const auto subject = make(1 << 20);
  for (std::uint64_t number = 0; number < 3000; ++number) {
    const digest key = lab::numbered(number);
    if (subject->recall(key) == answer::unknown) subject->learn(key, truth_of(number));
    if (GetParam()->name == "preloaded") subject->learn(key, truth_of(number));
    ASSERT_NE(subject->recall(key), answer::unknown);
    if (truth_of(number) == answer::other) continue;
    ASSERT_EQ(subject->recall(key), answer::member);
  }
}

TEST_P(memories, working_allocates_nothing) {
  const auto subject = make();
  std::vector<digest> keys;
  for (std::uint64_t record = 0; record < 3000; ++record) {
    keys.push_back(lab::numbered(key_at(record)));
  }
  std::vector<answer> answers(keys.size());
  const std::uint64_t before = testing::allocations();
  subject->look_up(keys, answers);
  for (const digest& key : keys) {
    if (subject->recall(key) == answer::unknown) subject->learn(key, answer::member);
  }
  EXPECT_EQ(testing::allocations(), before);
}

TEST_P(memories, its_state_is_all_of_it) {
  const auto subject = make();
  const auto other = make();
  show(*subject, 0, 7000);
  const state_view from = subject->state();
  const state_view to = other->state();
  ASSERT_EQ(from.cells.size(), to.cells.size());
  ASSERT_EQ(from.numbers.size(), to.numbers.size());
  std::memcpy(to.cells.data(), from.cells.data(), from.cells.size());
  for (std::size_t i = 0; i < from.numbers.size(); ++i) {
    EXPECT_EQ(to.numbers[i].name, from.numbers[i].name);
    *to.numbers[i].value = *from.numbers[i].value;
  }
  ASSERT_TRUE(other->restored());
  EXPECT_EQ(other->fill(), subject->fill());
  EXPECT_EQ(other->predicted().fpr, subject->predicted().fpr);
  EXPECT_EQ(show(*other, 7000, 14000), show(*subject, 7000, 14000));
  EXPECT_EQ(other->fill(), subject->fill());
}

TEST_P(memories, is_empty_at_first_and_fills) {
  const auto subject = make();
  EXPECT_EQ(subject->fill(), 0);
  EXPECT_EQ(subject->predicted().fpr, 0);
  EXPECT_EQ(subject->predicted().fnr, 0);
  subject->learn(lab::numbered(1), answer::member);
  EXPECT_GT(subject->fill(), 0);
}

TEST_P(memories, unknown_parameters_are_refused) {
  EXPECT_FALSE(GetParam()->make_plan({.memory_bytes = 4096, .set = {{"nonsense", 1}}}));
  EXPECT_FALSE(GetParam()->make_plan({.memory_bytes = 16}));
  EXPECT_FALSE(find_memory("nonsense"));
}

INSTANTIATE_TEST_SUITE_P(all, memories,
                         ::testing::Values(&all_memories[0], &all_memories[1], &all_memories[2],
                                           &all_memories[3]),
                         [](const auto& each) {
                           std::string name(each.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace sluice::memories_test
