#include "telling/audit_words.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "measure.hpp"
#include "streams/gaps.hpp"

namespace sluice::audit_words_test {

/// A stretch of which so many keys are followed, some with one miss, some dropped at first.
audited_stretch stretch_of(std::uint64_t keys, std::uint64_t missed, std::uint64_t dropped,
                           std::uint64_t records, double share) {
  audited_stretch all;
  for (std::uint64_t key = 0; key < keys; ++key) {
    key_tally<std::uint32_t> tally;
    tally.missed = key < missed ? 1 : 0;
    tally.dropped = key >= keys - dropped ? 1 : 0;
    tally.passed = 1 - tally.dropped + tally.missed;
    all.sums.add(tally);
    all.sums.count_fresh(tally.dropped > 0);
  }
  all.records = records;
  all.passed = static_cast<std::uint64_t>(static_cast<double>(all.sums.passed) / share);
  return all;
}

audit_figures figures_of(double share, const audited_stretch& ever) {
  return {.share = share, .keys = ever.sums.fresh, .ever = ever, .recent = ever};
}

TEST(audit_words, a_long_stream) {
  const double share = 1.0 / 64;
  const audit_figures found = figures_of(share, stretch_of(50000, 4000, 2, 6000000, share));
  EXPECT_EQ(
      *audit_sentence(found),
      "of about 2.8 million repeats 9.14 % (8.93–9.37) passed unnoticed; of about 3.2 million "
      "fresh records 128 (35–463) were dropped (50,000 keys followed, 1 in 64)");
}

TEST(audit_words, no_error_seen) {
  const double share = 1.0 / 64;
  const audit_figures found = figures_of(share, stretch_of(50000, 0, 0, 6000000, share));
  EXPECT_EQ(*audit_sentence(found),
            "of about 2.8 million repeats 0 % (0–0.0086) passed unnoticed; of about 3.2 million "
            "fresh records 0 (0–242) were dropped (50,000 keys followed, 1 in 64)");
}

TEST(audit_words, a_short_stream_is_known_exactly) {
  EXPECT_EQ(*audit_sentence(figures_of(1, stretch_of(3, 1, 0, 5, 1))),
            "of 2 repeats 1 passed unnoticed; of 3 fresh records none was dropped (all keys "
            "followed)");
  EXPECT_EQ(*audit_sentence(figures_of(1, stretch_of(1, 0, 0, 1, 1))),
            "of 1 fresh record none was dropped (all keys followed)");
  EXPECT_FALSE(audit_sentence({}));
}

TEST(audit_words, a_window_says_so) {
  audit_figures found = figures_of(1, stretch_of(3, 0, 0, 5, 1));
  found.windowed = true;
  EXPECT_EQ(*audit_sentence(found),
            "of the repeats within the span 0 % passed unnoticed; of 3 fresh records none was "
            "dropped (all keys followed)");
}

TEST(audit_words, nothing_followed) {
  audit_figures found;
  found.share = 1.0 / 64;
  found.ever.records = found.ever.passed = 10;
  EXPECT_EQ(*audit_sentence(found),
            "no key was followed that tells of errors (0 keys followed, 1 in 64)");
}

TEST(audit_words, in_short) {
  const double share = 1.0 / 64;
  const audit_figures found = figures_of(share, stretch_of(50000, 4000, 2, 6000000, share));
  EXPECT_EQ(audit_in_short(found, false), "FNR 9.1 %");
  EXPECT_EQ(audit_in_short(found, true), "FNR 9.1 %  FPR 0.004 %");
  EXPECT_EQ(audit_in_short({}, true), "");
}

TEST(audit_words, for_programs) {
  const double share = 1.0 / 64;
  const auto json = audit_json(figures_of(share, stretch_of(50000, 4000, 2, 6000000, share)));
  EXPECT_EQ(json["share"], share);
  EXPECT_EQ(json["keys"], 50000);
  EXPECT_NEAR(json["fnr"].get<double>(), 0.0914, 1e-4);
  EXPECT_LT(json["fnr_low"].get<double>(), json["fnr"].get<double>());
  EXPECT_GT(json["fnr_high"].get<double>(), json["fnr"].get<double>());
  EXPECT_EQ(json["fpr"], 2.0 / 50000);
  EXPECT_EQ(json["distinct"], 3200000);
  EXPECT_EQ(json["recent"]["records"], 6000000);
  EXPECT_TRUE(audit_json({})["fnr"].is_null());
}

// The advice followed gives what it promises, give or take a tenth.
TEST(audit_words, advice_is_enough_memory) {
  const wish wanted{.memory_bytes = 1 << 16, .fpr = 1e-3};
  const auto run = [](const plan& planned, audit& by) {
    lab::gap_stream stream(lab::exponential_gaps(30000), 0.5, 1e6, 5);
    const auto subject = *make_filter(planned);
    error_rates rates;
    for (int i = 0; i < 1000000; ++i) {
      const auto record = stream.next();
      const digest key = lab::numbered(record.key);
      const verdict said = subject->observe(key);
      by.observe({&key, 1}, {&said, 1});
      rates.count(record.repeat, said);
    }
    return rates.fnr();
  };
  const plan first = *make_plan("recency", wanted);
  audit before;
  ASSERT_GT(run(first, before), 0.05);
  const auto advice = memory_advice(before, first, wanted);
  ASSERT_TRUE(advice);
  unsigned kib = 0;
  ASSERT_EQ(std::sscanf(advice->c_str(), "about -m %uK would bring", &kib), 1) << *advice;
  const plan second = *make_plan("recency", {.memory_bytes = kib * 1024ULL, .fpr = 1e-3});
  audit after;
  EXPECT_LT(run(second, after), 0.012);
  EXPECT_FALSE(memory_advice(after, second, wanted));
}

}  // namespace sluice::audit_words_test
