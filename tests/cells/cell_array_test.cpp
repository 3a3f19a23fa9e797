#include "sluice/cells/cell_array.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sluice/dice.hpp"

namespace sluice::cell_array_test {

template <class Cells>
class cell_array_test : public ::testing::Test {};
using widths = ::testing::Types<cell_array<1>, cell_array<2>, cell_array<3>, cell_array<4>>;
TYPED_TEST_SUITE(cell_array_test, widths);

// Shadowed by an exact vector through random operations.
TYPED_TEST(cell_array_test, agrees_with_a_plain_vector) {
  constexpr std::uint64_t count = 333;
  TypeParam cells(count);
  std::vector<unsigned> exact(count);
  for (std::uint64_t step = 0; step < 20000; ++step) {
    dice roll(11, step);
    const std::uint64_t cell = roll.below(count);
    if (roll.chance(2, 3)) {
      const auto value = static_cast<unsigned>(roll.below(TypeParam::highest + 1));
      cells.put(cell, value);
      exact[cell] = value;
    } else {
      const std::uint64_t length = roll.below(roll.chance(1, 2) ? 8 : count + 1);
      std::uint64_t emptied = 0;
      for (std::uint64_t i = 0; i < length; ++i) {
        unsigned& value = exact[(cell + i) % count];
        emptied += value == 1;
        value -= value > 0;
      }
      ASSERT_EQ(cells.lower_run(cell, length), emptied);
    }
    ASSERT_EQ(cells.get(cell), exact[cell]);
  }
  std::uint64_t occupied = 0;
  for (std::uint64_t cell = 0; cell < count; ++cell) {
    ASSERT_EQ(cells.get(cell), exact[cell]);
    occupied += exact[cell] != 0;
  }
  EXPECT_EQ(cells.count_occupied(), occupied);
}

TYPED_TEST(cell_array_test, finds_the_next_occupied_cell_around_the_end) {
  TypeParam cells(1000);
  cells.put(700, 1);
  EXPECT_EQ(cells.next_occupied(0), 700U);
  EXPECT_EQ(cells.next_occupied(700), 700U);
  EXPECT_EQ(cells.next_occupied(701), 700U);
  cells.put(3, TypeParam::highest);
  EXPECT_EQ(cells.next_occupied(701), 3U);
}

TYPED_TEST(cell_array_test, takes_the_memory_it_says) {
  constexpr unsigned bits = TypeParam::highest == 1   ? 1
                            : TypeParam::highest == 3 ? 2
                            : TypeParam::highest == 7 ? 3
                                                      : 4;
  EXPECT_EQ(cells_fitting(bits, 8), 64U / bits);
  EXPECT_EQ(cell_bytes(bits, cells_fitting(bits, 4096)), 4096U);
  EXPECT_EQ(TypeParam(cells_fitting(bits, 4096)).bytes(), 4096U);
}

// Offsets past 2^32 bits, where 32-bit arithmetic would fold cells onto each other. The mapping is
// sparse: only the touched pages exist.
TYPED_TEST(cell_array_test, reaches_cells_past_2_to_the_32_bits) {
  constexpr std::uint64_t count = (1ULL << 36) + 7;
  TypeParam cells(count);
  EXPECT_GE(cells.bytes(), 1ULL << 33);
  for (const auto cell :
       std::vector<std::uint64_t>{count - 1, (1ULL << 35) + 5, (1ULL << 32) + 5}) {
    cells.put(cell, 1);
    EXPECT_EQ(cells.get(cell), 1U);
    EXPECT_EQ(cells.get(cell % (1ULL << 32)), 0U);
  }
  EXPECT_EQ(cells.lower_run(count - 1, 2), 1U);
  EXPECT_EQ(cells.get(count - 1), 0U);
  EXPECT_EQ(cells.get((1ULL << 35) + 5), 1U);
}

}  // namespace sluice::cell_array_test
