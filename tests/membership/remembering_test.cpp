#include "sluice/membership/remembering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

#include "measure.hpp"
#include "sluice/dice.hpp"
#include "sluice/membership/catalog.hpp"
#include "support/tolerance.hpp"

namespace sluice::remembering_test {

/// The memory as its definition reads: lists of fingerprints with answers.
class plain_lists {
 public:
  explicit plain_lists(const remembering_parameters& p) : p_(p), lists_(p.buckets) {}

  answer recall(const digest& key) {
    auto& list = lists_[key.position(p_.buckets)];
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) {
      return entry.first == fingerprint(key);
    });
    if (found == list.end()) return answer::unknown;
    list.splice(list.begin(), list, found);
    return list.front().second;
  }

  void learn(const digest& key, answer truth) {
    auto& list = lists_[key.position(p_.buckets)];
    list.emplace_front(fingerprint(key), truth);
    if (list.size() > p_.b) list.pop_back();
  }

 private:
  std::uint64_t fingerprint(const digest& key) const {
    return reduce(key.fingerprint() << digest::sample_bits, (1ULL << p_.f) - 1);
  }

  remembering_parameters p_;
  std::vector<std::list<std::pair<std::uint64_t, answer>>> lists_;
};

TEST(remembering, every_layout_agrees_with_plain_lists) {
  for (const std::uint64_t width : {64U, 256U, 512U}) {
    for (std::uint64_t f = 1; f < digest::fingerprint_bits; ++f) {
      for (const std::uint64_t fewer : {0U, 1U, 5U}) {
        remembering_parameters p{.buckets = 4, .width = width, .b = 64, .f = f};
        while (p.b > 1 && p.check()) --p.b;
        if (p.b <= fewer) continue;
        p.b -= fewer;
        ASSERT_FALSE(p.check());
        remembering_memory subject(p);
        plain_lists exact(p);
        for (std::uint64_t i = 0; i < 1500; ++i) {
          const std::uint64_t number = dice(f, i).below(p.b * 8);
          const digest key = lab::numbered(number);
          const answer said = subject.recall(key);
          ASSERT_EQ(said, exact.recall(key)) << "width " << width << " f " << f << " b " << p.b;
          if (said != answer::unknown) continue;
          const answer truth = number % 3 == 0 ? answer::member : answer::other;
          subject.learn(key, truth);
          exact.learn(key, truth);
        }
      }
    }
  }
}

// Demand: a key that is not remembered is answered at all, and so perhaps wrongly, no more often
// than the bound. New keys only fill every slot, the worst case.
TEST(remembering, strangers_are_answered_at_the_stated_rate) {
  for (const double bound : {0.1, 0.01, 1e-3, 1e-4}) {
    const auto plan = detail::memory_entry<remembering_memory>::make_plan(
        {.memory_bytes = 1 << 16, .fpr = bound});
    ASSERT_TRUE(plan);
    const auto p = *with_values(remembering_parameters{}, plan->parameters);
    EXPECT_LE(p.wrong_bound(), bound);
    EXPECT_GE(p.wrong_bound(), 0.4 * bound);
    remembering_memory subject(p);
    std::uint64_t key = 0;
    for (; key < 200000; ++key) {
      subject.learn(lab::numbered(key), key % 2 == 0 ? answer::member : answer::other);
    }
    std::uint64_t answered = 0;
    std::uint64_t wrong = 0;
    constexpr std::uint64_t trials = 2000000;
    for (std::uint64_t i = 0; i < trials; ++i, ++key) {
      const answer truth = key % 2 == 0 ? answer::member : answer::other;
      const answer said = subject.recall(lab::numbered(key));
      if (said == answer::unknown) subject.learn(lab::numbered(key), truth);
      answered += said != answer::unknown;
      wrong += said != answer::unknown && said != truth;
    }
    const double expected = p.wrong_bound();
    EXPECT_NEAR(static_cast<double>(answered) / trials, expected,
                testing::five_sigma(expected, trials) + 0.02 * expected);
    EXPECT_NEAR(static_cast<double>(wrong) / trials, expected / 2,
                testing::five_sigma(expected / 2, trials) + 0.02 * expected);
    EXPECT_NEAR(subject.predicted().fpr, expected, 0.01 * expected);
  }
}

TEST(remembering, a_wrong_answer_learned_again_is_right) {
  remembering_memory subject({.buckets = 4, .width = 512, .b = 16, .f = 20});
  const digest key = lab::numbered(1);
  subject.learn(key, answer::other);
  subject.learn(key, answer::member);
  EXPECT_EQ(subject.recall(key), answer::member);
  EXPECT_NEAR(subject.fill(), 1.0 / 64, 1e-12);
}

TEST(remembering, plans_from_a_tenth_to_one_in_a_million_million) {
  for (double bound = 0.1; bound >= 1e-12; bound /= 3) {
    const auto plan = detail::memory_entry<remembering_memory>::make_plan(
        {.memory_bytes = 1 << 20, .fpr = bound});
    ASSERT_TRUE(plan) << bound << plan.failure().message;
    EXPECT_LE(with_values(remembering_parameters{}, plan->parameters)->wrong_bound(), bound);
  }
}

}  // namespace sluice::remembering_test
