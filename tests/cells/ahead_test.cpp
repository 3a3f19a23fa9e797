#include "sluice/cells/ahead.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::ahead_test {

TEST(work_ahead, does_all_in_order_and_fetches_each_before) {
  for (const std::size_t count : {0U, 1U, 31U, 32U, 33U, 64U, 1000U}) {
    std::size_t fetched = 0;
    std::size_t worked = 0;
    work_ahead(
        count, [&](std::size_t i) { EXPECT_EQ(i, fetched++); },
        [&](std::size_t i) {
          EXPECT_EQ(i, worked++);
          EXPECT_LT(i, fetched);
        });
    EXPECT_EQ(fetched, count);
    EXPECT_EQ(worked, count);
  }
}

}  // namespace sluice::ahead_test
