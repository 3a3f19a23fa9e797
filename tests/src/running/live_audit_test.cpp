#include "running/live_audit.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "measure.hpp"

namespace sluice::live_audit_test {

/// Each of so many keys two times in a row; every `missed`-th repeat is called fresh.
struct twice {
  std::vector<digest> keys;
  std::vector<verdict> said;

  twice(std::uint64_t count, std::uint64_t missed) {
    for (std::uint64_t key = 0; key < count; ++key) {
      keys.insert(keys.end(), 2, lab::numbered(key));
      said.push_back(verdict::fresh);
      said.push_back(key % missed == 0 ? verdict::fresh : verdict::repeat);
    }
  }
};

TEST(live_audit, shows_its_figures_to_others_while_it_works) {
  const twice records(50000, 10);
  live_audit subject({});
  std::atomic<bool> done = false;
  std::uint64_t looks = 0;
  std::thread other([&] {
    std::uint64_t last = 0;
    while (!done || looks == 0) {
      const audit_figures found = subject.now();
      EXPECT_GE(found.ever.records, last);
      EXPECT_LE(found.ever.passed, found.ever.records);
      last = found.ever.records;
      ++looks;
    }
  });
  for (std::size_t i = 0; i < records.keys.size(); i += 100) {
    subject.observe(0, std::span(records.keys).subspan(i, 100),
                    std::span(records.said).subspan(i, 100));
  }
  done = true;
  other.join();
  EXPECT_EQ(subject.now(), subject.subject().figures());
  EXPECT_EQ(subject.now().ever.records, 100000U);
}

TEST(live_audit, tells_once_when_a_limit_is_passed) {
  const twice records(5000, 10);
  std::vector<std::string> told;
  live_audit subject({}, {.fpr = 0.01, .fnr = 0.05},
                     [&](const auto& text) { told.push_back(text); });
  EXPECT_FALSE(subject.observe(0, records.keys, records.said));
  EXPECT_FALSE(subject.observe(0, records.keys, records.said));
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NE(told[0].find("the FNR is 10"), std::string::npos) << told[0];
  EXPECT_NE(told[0].find("above the limit of 5 %"), std::string::npos) << told[0];
}

TEST(live_audit, a_strict_limit_is_a_failure) {
  const twice records(5000, 10);
  live_audit subject({}, {.fnr = 0.05, .strict = true});
  const auto failure = subject.observe(0, records.keys, records.said);
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, error_code::too_many_errors);
}

TEST(live_audit, keeps_quiet_below_the_limit) {
  const twice records(5000, 10);
  live_audit subject({}, {.fpr = 0.01, .fnr = 0.12, .strict = true});
  EXPECT_FALSE(subject.observe(0, records.keys, records.said));
}

// The first repeat is missed: all repeats so far, but no reason to stop.
TEST(live_audit, one_error_is_no_rate) {
  const twice records(1, 1);
  live_audit subject({}, {.fnr = 0.05, .strict = true});
  EXPECT_FALSE(subject.observe(0, records.keys, records.said));
}

}  // namespace sluice::live_audit_test
