#include "sluice/filters/recency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <vector>

#include "measure.hpp"
#include "sluice/catalog.hpp"
#include "sluice/dice.hpp"
#include "support/tolerance.hpp"

namespace sluice::recency_test {

std::vector<instructions> kinds() {
  std::vector<instructions> all{instructions::plain};
  if (best_instructions() >= instructions::avx2) all.push_back(instructions::avx2);
  if (best_instructions() >= instructions::avx512) all.push_back(instructions::avx512);
  return all;
}

/// The filter as its definition reads: lists of numbers.
class plain_lists {
 public:
  explicit plain_lists(const recency_parameters& p) : layout_(p), lists_(p.buckets) {}

  bool observe(const digest& key) {
    auto& list = lists_[key.position(layout_.buckets)];
    const std::uint64_t fingerprint = layout_.fingerprint_of(key);
    const auto found = std::find(list.begin(), list.end(), fingerprint);
    const bool seen = found != list.end();
    if (seen) list.erase(found);
    list.push_front(fingerprint);
    if (list.size() > layout_.slots) list.pop_back();
    return seen;
  }

 private:
  recency_layout layout_;
  std::vector<std::list<std::uint64_t>> lists_;
};

// Every width, every fingerprint, full and thinned buckets, every kind of instructions.
TEST(recency, every_layout_and_kernel_agrees_with_plain_lists) {
  for (const std::uint64_t width : {64U, 256U, 512U}) {
    for (std::uint64_t f = 2; f <= digest::fingerprint_bits; ++f) {
      for (const std::uint64_t fewer : {0U, 1U, 5U}) {
        recency_parameters p{.buckets = 4, .width = width, .b = 0, .f = f};
        for (p.b = 64; p.b > 1 && p.check(); --p.b) {
        }
        if (p.b <= fewer) continue;
        p.b -= fewer;
        ASSERT_FALSE(p.check());
        std::vector<digest> keys;
        for (std::uint64_t i = 0; i < 1500; ++i) {
          keys.push_back(lab::numbered(dice(f, i).below(p.b * 8)));
        }
        plain_lists exact(p);
        std::vector<verdict> expected;
        for (const digest& key : keys) expected.push_back(static_cast<verdict>(exact.observe(key)));
        for (const instructions kind : kinds()) {
          recency_filter subject(p, 0, kind);
          std::vector<verdict> said(keys.size());
          subject.observe(keys, said);
          ASSERT_EQ(said, expected) << "width " << width << " f " << f << " b " << p.b << " kind "
                                    << static_cast<int>(kind);
        }
      }
    }
  }
}

// Demand: the bound holds for every stream. Fresh keys only fill every slot, the worst case.
TEST(recency, fpr_keeps_under_the_bound_and_uses_it) {
  for (const double bound : {0.2, 0.1, 0.05, 0.02, 0.01, 1e-3, 1e-4}) {
    const auto planned = make_plan("recency", {.memory_bytes = 1 << 16, .fpr = bound});
    ASSERT_TRUE(planned);
    EXPECT_LE(planned->expected.fpr, bound);
    EXPECT_GE(planned->expected.fpr, 0.4 * bound);
    const auto subject = *make_filter(*planned);
    std::uint64_t key = 0;
    for (; key < 200000; ++key) subject->observe(lab::numbered(key));
    std::uint64_t wrong = 0;
    constexpr std::uint64_t trials = 3000000;
    for (std::uint64_t i = 0; i < trials; ++i) {
      wrong += subject->observe(lab::numbered(key++)) == verdict::repeat;
    }
    const double expected = planned->expected.fpr;
    EXPECT_NEAR(static_cast<double>(wrong) / trials, expected,
                testing::five_sigma(expected, trials) + 0.02 * expected)
        << bound;
  }
}

TEST(recency, plans_bounds_from_a_fifth_to_one_in_a_million_million) {
  double last = 1e18;
  for (double bound = 0.2; bound >= 1e-12; bound /= 1.5) {
    const auto planned = make_plan("recency", {.memory_bytes = 1 << 20, .fpr = bound});
    ASSERT_TRUE(planned) << bound << planned.failure().message;
    EXPECT_LE(planned->expected.fpr, bound);
    EXPECT_GE(*find(planned->parameters, "b"), 8);
    EXPECT_LE(*planned->expected.remembers, last * 1.35) << bound;
    last = *planned->expected.remembers;
  }
}

// Demand: with room to spare nothing is lost. Half of the stated capacity, each key once and once
// again.
TEST(recency, loses_less_than_one_in_a_thousand_at_half_its_capacity) {
  for (const double bound : {0.2, 0.1, 0.05, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-9, 1e-12}) {
    const auto planned = make_plan("recency", {.memory_bytes = 4 << 20, .fpr = bound});
    const auto subject = *make_filter(*planned);
    const auto keys = static_cast<std::uint64_t>(*planned->expected.remembers / 2);
    for (std::uint64_t key = 0; key < keys; ++key) subject->observe(lab::numbered(key));
    std::uint64_t missed = 0;
    for (std::uint64_t key = 0; key < keys; ++key) missed += !subject->contains(lab::numbered(key));
    EXPECT_LE(static_cast<double>(missed) / static_cast<double>(keys), 0.001) << bound;
  }
}

TEST(recency, a_repeat_is_never_missed_at_once) {
  const auto planned = make_plan("recency", {.memory_bytes = 4096, .fpr = 0.01});
  const auto subject = *make_filter(*planned);
  for (std::uint64_t key = 0; key < 20000; ++key) {
    subject->observe(lab::numbered(key));
    ASSERT_EQ(subject->observe(lab::numbered(key)), verdict::repeat);
  }
}

TEST(recency, fill_counts_used_slots) {
  recency_filter subject({.buckets = 16, .width = 256, .b = 21, .f = 12});
  plain_lists exact({.buckets = 16, .width = 256, .b = 21, .f = 12});
  double used = 0;
  for (std::uint64_t key = 0; key < 150; ++key) {
    used += subject.observe(lab::numbered(key)) == verdict::fresh;
    EXPECT_NEAR(subject.fill(), used / (16 * 21), 1e-12);
  }
}

TEST(recency, refuses_layouts_that_do_not_fit) {
  EXPECT_TRUE((recency_parameters{.buckets = 1, .width = 128, .b = 4, .f = 8}.check()));
  EXPECT_TRUE((recency_parameters{.buckets = 1, .width = 64, .b = 9, .f = 8}.check()));
  EXPECT_TRUE((recency_parameters{.buckets = 1, .width = 512, .b = 5, .f = 45}.check()));
  EXPECT_TRUE((recency_parameters{.buckets = 0, .width = 64, .b = 8, .f = 8}.check()));
}

}  // namespace sluice::recency_test
