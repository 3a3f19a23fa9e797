#include "kafka/lesson.hpp"

#include <gtest/gtest.h>

#include <random>
#include <unordered_set>

#include "sluice/catalog.hpp"

namespace sluice::lesson_test {

std::unique_ptr<filter> some_filter() {
  const auto planned = make_plan("recency", {.memory_bytes = 1 << 20});
  return *make_filter(*planned);
}

digest key_of(std::uint64_t number) {
  return digester(1)(std::string_view(reinterpret_cast<const char*>(&number), sizeof number));
}

TEST(lesson, knows_what_it_took_down_while_the_filter_does_not) {
  const auto by = some_filter();
  lesson aside(10);
  EXPECT_EQ(aside.judge(*by, key_of(1)), verdict::fresh);
  EXPECT_EQ(aside.judge(*by, key_of(1)), verdict::repeat);
  EXPECT_EQ(aside.judge(*by, key_of(2)), verdict::fresh);
  EXPECT_FALSE(by->contains(key_of(1)));
  EXPECT_EQ(aside.keys().size(), 3U);
}

TEST(lesson, knows_what_the_filter_knows) {
  const auto by = some_filter();
  by->observe(key_of(1));
  lesson aside(10);
  EXPECT_EQ(aside.judge(*by, key_of(1)), verdict::repeat);
}

TEST(lesson, forgets_all_at_once) {
  const auto by = some_filter();
  lesson aside(10);
  aside.judge(*by, key_of(1));
  aside.forget();
  EXPECT_TRUE(aside.empty());
  EXPECT_EQ(aside.judge(*by, key_of(1)), verdict::fresh);
}

TEST(lesson, is_full_when_it_has_as_many_as_it_was_made_for) {
  const auto by = some_filter();
  lesson aside(3);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(aside.full());
    aside.judge(*by, key_of(i));
  }
  EXPECT_TRUE(aside.full());
}

TEST(lesson, agrees_with_an_exact_set_round_after_round) {
  const auto by = some_filter();
  lesson aside(1000);
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    std::unordered_set<std::uint64_t> seen;
    while (!aside.full()) {
      const std::uint64_t number = random() % 1500;
      const bool fresh = seen.insert(number).second;
      ASSERT_EQ(aside.judge(*by, key_of(number)) == verdict::fresh, fresh);
    }
    aside.forget();
  }
}

}  // namespace sluice::lesson_test
