#include "sluice/planning/choice.hpp"

#include <gtest/gtest.h>

#include "measure.hpp"
#include "sluice/planning/sample.hpp"
#include "streams/gaps.hpp"
#include "support/tolerance.hpp"

namespace sluice::choice_test {

std::string chosen(const wish& wanted) {
  const auto made = choose(wanted);
  return made ? std::string(made->planned.kind->name) : made.failure().message;
}

TEST(choose, takes_the_window_when_one_is_asked_for) {
  EXPECT_EQ(chosen({.within_records = 500000}), "window");
  EXPECT_EQ(chosen({.within_seconds = 3600, .rate = 100}), "window");
  EXPECT_NE(chosen({.memory_bytes = 1 << 20, .within_records = 500000000}).find("does not fit"),
            std::string::npos);
}

TEST(choose, takes_bloom_when_all_keys_are_known_to_fit) {
  EXPECT_EQ(chosen({.distinct = 1000000}), "bloom");
  EXPECT_EQ(chosen({.distinct = 1000000000}), "recency");
}

TEST(choose, takes_recency_otherwise) {
  EXPECT_EQ(chosen({}), "recency");
  EXPECT_EQ(chosen({.fpr = 0}).substr(0, 9), "the FPR b");
}

TEST(memory_for, is_enough_and_not_much_too_much) {
  for (const filter_kind& kind : all_filters) {
    wish wanted{.fpr = 1e-3};
    if (kind.name == "bloom" || kind.name == "counting") wanted.distinct = 1000000;
    wanted.shape = stream_shape{gap_distribution::exponential(100000), 0.5};
    const auto bytes = memory_for(kind, wanted, 0.05);
    ASSERT_TRUE(bytes) << bytes.failure().message;
    wanted.memory_bytes = *bytes;
    EXPECT_LE(*kind.make_plan(wanted)->expected.fnr, 0.05) << kind.name;
    wanted.memory_bytes = *bytes * 97 / 100;
    const auto less = kind.make_plan(wanted);
    EXPECT_TRUE(!less || *less->expected.fnr > 0.05) << kind.name;
  }
}

TEST(memory_for, needs_the_gaps) {
  const auto bytes = memory_for(**find_filter("recency"), {}, 0.01);
  ASSERT_FALSE(bytes);
  EXPECT_NE(bytes.failure().message.find("it takes the stream's gaps"), std::string::npos);
}

TEST(sample, learns_the_shape_and_simulates) {
  lab::gap_stream stream(lab::exponential_gaps(5000), 0.4, 1e5, 3);
  sample seen;
  for (int i = 0; i < 500000; ++i) seen.add(lab::numbered(stream.next().key));
  const auto shape = seen.shape();
  ASSERT_TRUE(shape);
  EXPECT_NEAR(shape->repeats, 0.4, 0.01);
  EXPECT_NEAR(shape->gaps.mean_of([](double gap) { return gap; }), 5000, 100);
  const auto planned = make_plan("recency", {.memory_bytes = 4096, .fpr = 0.01, .shape = shape});
  const auto subject = *make_filter(*planned);
  const error_rates rates = seen.simulate(*subject);
  EXPECT_EQ(rates.fresh, seen.distinct());
  EXPECT_NEAR(rates.fnr(), *planned->expected.fnr, 0.1 * *planned->expected.fnr);
}

TEST(sample, of_fresh_records_has_no_shape) {
  sample seen;
  for (std::uint64_t key = 0; key < 100; ++key) seen.add(lab::numbered(key));
  EXPECT_FALSE(seen.shape());
}

}  // namespace sluice::choice_test
