#include "sluice/audit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>
#include <unordered_map>
#include <vector>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "streams/gaps.hpp"
#include "streams/uniform.hpp"
#include "streams/zipf.hpp"
#include "support/allocations.hpp"

namespace sluice::audit_test {

/// Keys with a filter's verdicts.
struct judged {
  std::vector<digest> keys;
  std::vector<verdict> said;
  std::vector<bool> repeat;

  error_rates rates(std::size_t from = 0) const {
    error_rates sum;
    for (std::size_t i = from; i < keys.size(); ++i) sum.count(repeat[i], said[i]);
    return sum;
  }
};

template <class Stream>
judged judge(Stream stream, std::size_t records, std::string_view name = "recency",
             std::uint64_t memory = 1 << 14) {
  judged all;
  const auto subject = *make_filter(*make_plan(name, {.memory_bytes = memory, .fpr = 0.01}), 1);
  for (std::size_t i = 0; i < records; ++i) {
    const auto record = stream.next();
    all.keys.push_back(lab::numbered(record.key));
    all.repeat.push_back(record.repeat);
  }
  all.said.resize(records);
  subject->observe(all.keys, all.said);
  return all;
}

void show(audit& subject, const judged& all, std::size_t from, std::size_t to,
          std::size_t batch = 1000) {
  for (; from < to; from += batch) {
    const std::size_t count = std::min(batch, to - from);
    subject.observe(std::span(all.keys).subspan(from, count),
                    std::span(all.said).subspan(from, count));
  }
}

void show(audit& subject, const judged& all, std::size_t batch = 1000) {
  show(subject, all, 0, all.keys.size(), batch);
}

void expect_exactly(const std::optional<estimate>& found, double truth) {
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->value, truth);
  EXPECT_DOUBLE_EQ(found->low, truth);
  EXPECT_DOUBLE_EQ(found->high, truth);
}

TEST(audit, knows_everything_where_all_keys_are_followed) {
  const judged all = judge(lab::uniform_stream(20000, 3), 60000);
  audit subject({.share = 1});
  show(subject, all);
  const audit_estimates found = subject.estimates();
  const error_rates truth = all.rates();
  ASSERT_GT(truth.fnr(), 0.01);
  ASSERT_GT(truth.fpr(), 0.001);
  expect_exactly(found.fpr, truth.fpr());
  expect_exactly(found.fnr, truth.fnr());
  expect_exactly(found.distinct, static_cast<double>(truth.fresh));
  EXPECT_EQ(subject.figures().keys, truth.fresh);

  const std::uint64_t recent = subject.figures().recent.records;
  EXPECT_GT(recent, 16384U);
  EXPECT_LE(recent, 32768U);
  expect_exactly(found.recent_fpr, all.rates(60000 - recent).fpr());
  expect_exactly(found.recent_fnr, all.rates(60000 - recent).fnr());
}

TEST(audit, follows_the_first_records_whatever_the_share) {
  const judged all = judge(lab::uniform_stream(1000, 3), 4000, "recency", 1024);
  audit subject({.share = 1.0 / 1024});
  show(subject, all);
  EXPECT_EQ(subject.share(), 1);
  expect_exactly(subject.estimates().fnr, all.rates().fnr());
}

TEST(audit, halves_its_share_as_the_stream_grows_but_no_further_than_asked) {
  const judged all = judge(lab::uniform_stream(1 << 20, 3), 200000);
  audit subject({.share = 0.02});  // no power of 1/2: the next below
  show(subject, all, 0, 4095);
  EXPECT_EQ(subject.share(), 1);
  show(subject, all, 4095, 4096);
  EXPECT_EQ(subject.share(), 1.0 / 8);
  show(subject, all, 4096, 32767);
  EXPECT_EQ(subject.share(), 1.0 / 8);
  show(subject, all, 32767, 32768);
  EXPECT_EQ(subject.share(), 1.0 / 64);
  show(subject, all, 32768, all.keys.size());
  EXPECT_EQ(subject.share(), 1.0 / 64);
}

TEST(audit, halves_its_share_when_memory_is_full_and_stays_unbiased) {
  const judged all = judge(lab::uniform_stream(100000, 5), 300000);
  audit small({.memory_bytes = 1 << 18, .share = 1});
  show(small, all);
  const audit_figures found = small.figures();
  EXPECT_LE(small.memory_bytes(), 1U << 18);
  EXPECT_LE(found.share, 1.0 / 16);
  EXPECT_GT(found.keys, 1000U);

  // As if the present share had been the share from the first record on.
  std::set<std::pair<std::uint64_t, std::uint64_t>> keys;
  error_rates truth;
  for (std::size_t i = 0; i < all.keys.size(); ++i) {
    const digest& key = all.keys[i];
    if (static_cast<double>(key.sample() % 65536) >= found.share * 65536) continue;
    keys.emplace(key.high, key.low);
    truth.count(all.repeat[i], all.said[i]);
  }
  EXPECT_EQ(found.keys, keys.size());
  EXPECT_EQ(found.ever.sums.fresh, truth.fresh);
  EXPECT_EQ(found.ever.sums.fresh_dropped, truth.wrong_repeat);
  EXPECT_EQ(found.ever.sums.missed, truth.wrong_fresh);
  EXPECT_EQ(found.ever.records, all.keys.size());
}

TEST(audit, does_not_care_how_the_stream_is_cut) {
  const judged all = judge(lab::zipf_stream(200000, 1, 2), 150000);
  audit one({.memory_bytes = 1 << 16});
  audit other({.memory_bytes = 1 << 16});
  show(one, all, 1);
  show(other, all, 70001);
  EXPECT_EQ(one.figures(), other.figures());
}

// A few hot keys have nearly all records and are missed half of the time, thousands of others come
// two times. Of 100 samples of keys 95 should give an interval with the truth in it, five standard
// deviations being 11.
TEST(audit, takes_a_hot_key_for_one_cluster) {
  std::uint64_t covered = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const digester by(seed);
    judged all;
    const auto add = [&](std::uint64_t key, bool repeat, bool miss) {
      all.keys.push_back(lab::numbered(key, by));
      all.repeat.push_back(repeat);
      all.said.push_back(!repeat || miss ? verdict::fresh : verdict::repeat);
    };
    for (std::uint64_t key = 0; key < 4000; ++key) {
      add(key, false, false);
      for (std::uint64_t i = 0; i < (key < 40 ? 2000 : 1); ++i) add(key, true, i % 2 == 0);
    }
    audit subject({.share = 1.0 / 8});
    show(subject, all);
    const auto fnr = subject.estimates().fnr;
    ASSERT_TRUE(fnr);
    covered += fnr->low <= all.rates().fnr() && all.rates().fnr() <= fnr->high;
  }
  EXPECT_GE(covered, 84U);
}

TEST(audit, without_errors_the_interval_begins_at_zero_and_ends_above) {
  judged all = judge(lab::uniform_stream(50000, 3), 200000, "buffer", 1 << 22);
  ASSERT_EQ(all.rates().wrong_fresh + all.rates().wrong_repeat, 0U);
  audit subject;
  show(subject, all);
  const audit_estimates found = subject.estimates();
  EXPECT_EQ(found.fpr->low, 0);
  EXPECT_EQ(found.fnr->low, 0);
  EXPECT_GT(found.fpr->high, 1e-4);
  EXPECT_GT(found.fnr->high, 1e-5);
  EXPECT_LT(found.fpr->high, 0.01);
  EXPECT_LT(found.fnr->high, 0.01);
}

// Where few repeats are missed, what passed is nearly all there is to know.
TEST(audit, knows_the_number_of_keys_better_than_by_counting_a_sample) {
  const judged all = judge(lab::uniform_stream(50000, 3), 200000, "recency", 1 << 18);
  audit subject;
  show(subject, all);
  const estimate distinct = subject.estimates().distinct;
  const auto truth = static_cast<double>(all.rates().fresh);
  EXPECT_LE(distinct.low, truth);
  EXPECT_GE(distinct.high, truth);
  const estimate counted = counted_keys(subject.figures().ever, subject.share());
  EXPECT_LT(distinct.high - distinct.low, (counted.high - counted.low) / 2);
}

TEST(audit, nothing_seen_is_nothing_known) {
  const audit subject;
  const audit_estimates found = subject.estimates();
  EXPECT_FALSE(found.fpr);
  EXPECT_FALSE(found.fnr);
  EXPECT_FALSE(found.recent_fpr);
  EXPECT_FALSE(found.recent_fnr);
  EXPECT_EQ(found.distinct.value, 0);
  EXPECT_FALSE(subject.shape());
}

// With a window the truth is three-fold: within it a repeat, never seen a fresh record, else
// neither.
TEST(audit, holds_a_window_against_its_own_span) {
  constexpr std::uint64_t span = 1000;
  lab::gap_stream stream(lab::log_uniform_gaps(1, 1e4), 0.5, 1e4, 3);
  const auto subject = *make_filter(
      *make_plan("window", {.memory_bytes = 1 << 11, .fpr = 0.1, .within_records = span}));
  audit by_records({.share = 1, .within_records = span});
  audit by_time({.share = 1, .within_nanoseconds = span});
  std::unordered_map<std::uint64_t, std::uint64_t> last;
  error_rates truth;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    const std::uint64_t number = stream.next().key;
    const digest key = lab::numbered(number);
    const verdict said = subject->observe(key);
    by_records.observe({&key, 1}, {&said, 1});
    by_time.advance_to(i);
    by_time.observe({&key, 1}, {&said, 1});
    const auto [place, fresh] = last.try_emplace(number, i);
    if (fresh || i - place->second <= span) truth.count(!fresh, said);
    place->second = i;
  }
  ASSERT_GT(truth.wrong_repeat, 0U);
  for (const audit* each : {&by_records, &by_time}) {
    const audit_estimates found = each->estimates();
    expect_exactly(found.fpr, truth.fpr());
    expect_exactly(found.fnr, 0);
  }
  const audit_figures one = by_records.figures();
  EXPECT_EQ(one.ever, by_time.figures().ever);
}

TEST(audit, counts_misses_within_the_window_only) {
  const digest key = lab::numbered(1);
  const digest other = lab::numbered(2);
  audit subject({.share = 1, .within_records = 2});
  const std::array keys{key, other, key, other, other, key};
  // fresh, fresh, repeat missed, repeat, repeat, beyond the window
  std::array<verdict, 6> said{};
  said[3] = said[4] = verdict::repeat;
  subject.observe(keys, said);
  EXPECT_EQ(subject.figures().ever.sums.missed, 1U);
  EXPECT_DOUBLE_EQ(subject.estimates().fnr->value, 1.0 / 3);
}

TEST(audit, continues_where_a_saved_one_stopped) {
  const judged all = judge(lab::uniform_stream(150000, 9), 400000);
  const audit_parameters parameters{.memory_bytes = 1 << 17, .share = 1.0 / 4};
  for (const std::size_t cut : {0U, 5000U, 123456U, 399999U}) {
    audit uncut(parameters);
    audit before(parameters);
    audit after(parameters);
    show(uncut, all);
    show(before, all, 0, cut);
    const state_view from = before.state();
    const state_view to = after.state();
    ASSERT_EQ(from.numbers.size(), to.numbers.size());
    ASSERT_EQ(from.cells.size(), to.cells.size());
    for (std::size_t i = 0; i < from.numbers.size(); ++i) {
      *to.numbers[i].value = *from.numbers[i].value;
    }
    std::memcpy(to.cells.data(), from.cells.data(), from.cells.size());
    ASSERT_TRUE(after.restored());
    EXPECT_EQ(after.figures(), before.figures());
    show(after, all, cut, all.keys.size());
    EXPECT_EQ(after.figures(), uncut.figures());
    EXPECT_EQ(after.shape()->gaps.median(), uncut.shape()->gaps.median());
  }
}

// Whatever a file holds: it is refused, or the audit goes on without harm.
TEST(audit, survives_any_state) {
  const judged all = judge(lab::uniform_stream(5000, 9), 30000);
  std::uint64_t refused = 0;
  for (std::uint64_t turn = 0; turn < 400; ++turn) {
    audit subject({.memory_bytes = 1 << 14, .share = 1.0 / 4});
    show(subject, all, 0, 20000);
    state_view state = subject.state();
    dice roll(11, turn);
    const std::uint64_t changes = 1 + roll.below(turn % 4 == 0 ? 2000 : 3);
    for (std::uint64_t i = 0; i < changes; ++i) {
      if (turn % 2 == 0) {
        state.cells[roll.below(state.cells.size())] = static_cast<std::byte>(roll.below(256));
      } else {
        *state.numbers[roll.below(state.numbers.size())].value = roll.word() >> roll.below(64);
      }
    }
    if (!subject.restored()) {
      ++refused;
      continue;
    }
    show(subject, all, 20000, 30000);
    subject.estimates();
    subject.shape();
  }
  EXPECT_GT(refused, 100U);
  EXPECT_LT(refused, 400U);
}

TEST(audit, refuses_a_key_that_is_there_twice) {
  audit subject;
  const std::array keys{lab::numbered(1), lab::numbered(2)};
  const std::array<verdict, 2> said{};
  subject.observe(keys, said);
  EXPECT_TRUE(subject.restored());
  const state_view state = subject.state();
  for (auto place = state.cells.begin();; ++place) {
    if (std::memcmp(&*place, &keys[1], sizeof keys[1]) != 0) continue;
    std::memcpy(&*place, &keys[0], sizeof keys[0]);
    break;
  }
  EXPECT_FALSE(subject.restored());
}

// 2^20 is the smallest share; a table full even then can only stop.
TEST(audit, ends_when_the_smallest_share_does_not_fit) {
  std::vector<digest> keys;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    keys.push_back({i * 0x9e3779b97f4a7c15, i << digest::sample_bits});
  }
  const std::vector<verdict> said(keys.size(), verdict::fresh);
  audit subject({.memory_bytes = 1});
  subject.observe(keys, said);
  const audit_figures found = subject.figures();
  EXPECT_TRUE(found.ended);
  EXPECT_LT(found.ever.records, 100U);
  EXPECT_EQ(found.ever.passed, found.ever.records);
  subject.observe(keys, said);
  EXPECT_EQ(subject.figures(), found);
}

TEST(audit, allocates_nothing_while_it_observes) {
  const judged all = judge(lab::uniform_stream(100000, 5), 200000);
  audit subject({.memory_bytes = 1 << 17});
  const std::uint64_t before = testing::allocations();
  show(subject, all);
  subject.figures();
  EXPECT_EQ(testing::allocations(), before);
  EXPECT_LT(subject.share(), 0.25);
}

TEST(audit, sees_gaps_as_they_are) {
  const judged all = judge(lab::gap_stream(lab::exponential_gaps(5000), 0.4, 1e5, 3), 500000);
  audit subject({.share = 1.0 / 4});
  show(subject, all);
  const auto shape = subject.shape();
  ASSERT_TRUE(shape);
  EXPECT_NEAR(shape->repeats, 0.4, 0.02);
  EXPECT_NEAR(shape->gaps.median(), 5000 * std::log(2), 500);
  const double mean = shape->gaps.mean_of([](double gap) { return gap; });
  EXPECT_NEAR(mean, 5000, 500);
}

// The hottest key, with most of the repeats, is seldom followed; its gaps are known all the same.
TEST(audit, does_not_forget_the_gaps_of_hot_keys_outside_the_sample) {
  const judged all = judge(lab::zipf_stream(1000000, 2, 3), 300000);
  audit subject({.share = 1.0 / 64});
  show(subject, all);
  const auto shape = subject.shape();
  ASSERT_TRUE(shape);
  EXPECT_GT(shape->repeats, 0.98);
  EXPECT_LT(shape->gaps.median(), 3);
}

}  // namespace sluice::audit_test
