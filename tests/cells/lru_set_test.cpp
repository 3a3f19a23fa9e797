#include "sluice/cells/lru_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>

#include "measure.hpp"
#include "sluice/dice.hpp"

namespace sluice::lru_set_test {

TEST(lru_set, agrees_with_a_plain_list) {
  for (const std::uint64_t capacity : {1U, 2U, 7U, 100U}) {
    lru_set keys(capacity);
    std::list<std::uint64_t> exact;
    for (std::uint64_t step = 0; step < 20000; ++step) {
      const std::uint64_t key = dice(5, step).below(capacity * 2);
      const auto found = std::find(exact.begin(), exact.end(), key);
      const bool present = found != exact.end();
      ASSERT_EQ(keys.contains(lab::numbered(key)), present);
      ASSERT_EQ(keys.touch(lab::numbered(key)), present);
      if (present) exact.erase(found);
      exact.push_front(key);
      if (exact.size() > capacity) exact.pop_back();
      ASSERT_EQ(keys.size(), exact.size());
    }
  }
}

TEST(lru_set, counts_index_and_order_in_its_memory) {
  EXPECT_EQ(lru_set(lru_set::fitting(1 << 20)).bytes(), 1U << 20);
  EXPECT_EQ(lru_set::fitting(1 << 20), 32767U);
}

}  // namespace sluice::lru_set_test
