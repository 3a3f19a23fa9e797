// What every filter promises, over the list of all of them.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "streams/uniform.hpp"
#include "support/allocations.hpp"
#include "support/tolerance.hpp"

namespace sluice::conformance_test {

struct contender {
  const filter_kind* kind;
  wish wanted;
};

std::vector<contender> contenders() {
  std::vector<contender> all;
  for (const filter_kind& kind : all_filters) {
    for (const double fpr : {0.1, 1e-3}) {
      all.push_back({&kind, {.memory_bytes = 16384, .fpr = fpr}});
      all.push_back({&kind, {.memory_bytes = 4 << 20, .fpr = fpr}});
    }
  }
  for (const double max : {3, 7, 15}) {
    all.push_back(
        {*find_filter("stable"), {.memory_bytes = 16384, .fpr = 0.01, .set = {{"Max", max}}}});
  }
  all.push_back({*find_filter("bloom"), {.memory_bytes = 16384, .fpr = 0.01, .distinct = 9000}});
  return all;
}

class conformance : public ::testing::TestWithParam<contender> {
 protected:
  plan planned() const {
    const auto made = GetParam().kind->make_plan(GetParam().wanted);
    EXPECT_TRUE(made) << made.failure().message;
    return *made;
  }

  std::unique_ptr<filter> make(std::uint64_t seed = 1) const {
    auto made = make_filter(planned(), seed);
    EXPECT_TRUE(made) << made.failure().message;
    return std::move(*made);
  }

  /// Keys with repeats at all distances, more of them than the small filters hold.
  static std::vector<digest> keys(std::size_t count) {
    lab::uniform_stream stream(count / 2, 42);
    std::vector<digest> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back(lab::numbered(stream.next().key));
    return all;
  }

  static std::vector<verdict> observe_all(filter& subject, std::span<const digest> stream) {
    std::vector<verdict> said(stream.size());
    subject.observe(stream, said);
    return said;
  }

  /// Everything that can be asked of a filter's state.
  static std::vector<double> state(const filter& subject, std::span<const digest> stream) {
    std::vector<double> answers{subject.fill(), subject.predicted_fpr()};
    for (const digest& key : stream) answers.push_back(subject.contains(key));
    for (std::uint64_t other = 0; other < 1000; ++other) {
      answers.push_back(subject.contains(lab::numbered(other + (1ULL << 40))));
    }
    return answers;
  }
};

TEST_P(conformance, a_batch_means_its_records_one_by_one) {
  const auto stream = keys(30000);
  const auto at_once = make();
  const auto in_pieces = make();
  const auto one_by_one = make();
  const auto expected = observe_all(*at_once, stream);

  std::vector<verdict> said(stream.size());
  std::size_t from = 0;
  for (std::uint64_t piece = 0; from < stream.size(); ++piece) {
    const std::size_t size = std::min<std::size_t>(dice(9, piece).below(100), stream.size() - from);
    in_pieces->observe(std::span(stream).subspan(from, size), std::span(said).subspan(from, size));
    from += size;
  }
  EXPECT_EQ(said, expected);

  for (std::size_t i = 0; i < stream.size(); ++i) said[i] = one_by_one->observe(stream[i]);
  EXPECT_EQ(said, expected);
  EXPECT_EQ(state(*in_pieces, stream), state(*at_once, stream));
  EXPECT_EQ(state(*one_by_one, stream), state(*at_once, stream));
}

TEST_P(conformance, contains_foretells_the_verdict_and_changes_nothing) {
  const auto stream = keys(20000);
  const auto asked = make();
  const auto not_asked = make();
  const auto expected = observe_all(*not_asked, stream);
  for (std::size_t i = 0; i < stream.size(); ++i) {
    const bool foretold = asked->contains(stream[i]);
    ASSERT_EQ(asked->observe(stream[i]), expected[i]) << i;
    ASSERT_EQ(foretold, expected[i] == verdict::repeat) << i;
  }
  EXPECT_EQ(state(*asked, stream), state(*not_asked, stream));
}

TEST_P(conformance, same_seed_and_stream_give_the_same_state) {
  const auto stream = keys(20000);
  const auto one = make(7);
  const auto other = make(7);
  EXPECT_EQ(observe_all(*one, stream), observe_all(*other, stream));
  EXPECT_EQ(state(*one, stream), state(*other, stream));
}

TEST_P(conformance, memory_is_what_was_planned_and_fills_the_budget) {
  const std::uint64_t budget = GetParam().wanted.memory_bytes;
  const std::uint64_t before = testing::allocated_bytes();
  const auto subject = make();
  EXPECT_LE(planned().memory_bytes, budget);
  EXPECT_GE(planned().memory_bytes, budget * 98 / 100);
  EXPECT_EQ(subject->memory_bytes(), planned().memory_bytes);
  if (budget < (2 << 20)) {  // past that it is mapped, not allocated
    EXPECT_LE(testing::allocated_bytes() - before, budget + 8192);
  }
}

TEST_P(conformance, observing_allocates_nothing) {
  const auto stream = keys(20000);
  std::vector<verdict> said(stream.size());
  const auto subject = make();
  const std::uint64_t before = testing::allocations();
  subject->observe(stream, said);
  for (const digest& key : stream) subject->observe(key);
  for (const digest& key : stream) (void)subject->contains(key);
  EXPECT_EQ(testing::allocations(), before);
}

TEST_P(conformance, fill_starts_at_zero_and_is_a_share) {
  const auto subject = make();
  EXPECT_EQ(subject->fill(), 0);
  double last = 0;
  for (const digest& key : keys(1000)) {
    subject->observe(key);
    last = std::max(last, subject->fill());
    EXPECT_LE(subject->fill(), 1);
  }
  EXPECT_GT(last, 0);
}

TEST_P(conformance, predicted_fpr_is_the_measured_one_at_any_time) {
  const auto subject = make();
  const auto stream = keys(60000);
  std::uint64_t unseen = 1ULL << 50;
  for (const std::size_t until : {100UL, 3000UL, 20000UL, 60000UL}) {
    static_cast<void>(observe_all(*subject, std::span(stream).first(until)));
    constexpr std::uint64_t trials = 40000;
    std::uint64_t hits = 0;
    for (std::uint64_t i = 0; i < trials; ++i) {
      // The coin of fp-buffer belongs to the record, so the filter moves on between questions.
      hits += subject->name() == "fp-buffer"
                  ? subject->observe(lab::numbered(unseen++)) == verdict::repeat
                  : subject->contains(lab::numbered(unseen++));
    }
    const double expected = subject->predicted_fpr();
    EXPECT_NEAR(static_cast<double>(hits) / trials, expected,
                testing::five_sigma(expected, trials) + 0.02 * expected)
        << until;
  }
}

TEST_P(conformance, knows_its_name_and_parameters) {
  const auto subject = make();
  EXPECT_EQ(subject->name(), GetParam().kind->name);
  EXPECT_EQ(subject->parameters(), planned().parameters);
  const auto again = GetParam().kind->make_filter(subject->parameters(), 1);
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->memory_bytes(), subject->memory_bytes());
}

TEST_P(conformance, refuses_impossible_wishes_with_a_sentence) {
  const auto refusal = [&](const wish& wanted) {
    const auto made = GetParam().kind->make_plan(wanted);
    return made ? std::string() : made.failure().message;
  };
  EXPECT_NE(refusal({.fpr = 0}).find("FPR bound"), std::string::npos);
  EXPECT_NE(refusal({.fpr = 1.5}).find("1.5"), std::string::npos);
  EXPECT_NE(refusal({.fpr = NAN}).find("FPR bound"), std::string::npos);
  EXPECT_NE(refusal({.memory_bytes = 3}).find("at least 64 bytes, not 3"), std::string::npos);
  EXPECT_NE(refusal({.memory_bytes = ~0ULL}).find("256 TiB"), std::string::npos);
  EXPECT_NE(refusal({.distinct = 0}).find("at least 1"), std::string::npos);
  EXPECT_NE(refusal({.set = {{"nonsense", 1}}}).find("there is no parameter 'nonsense'"),
            std::string::npos);
  for (const parameter& entry : planned().parameters) {
    for (const double value : {-1.0, double{NAN}, double{INFINITY}}) {
      EXPECT_NE(refusal({.set = {{entry.name, value}}}), "") << entry.name << "=" << value;
      EXPECT_FALSE(GetParam().kind->make_filter({{entry.name, value}}, 0));
    }
  }
  EXPECT_FALSE(GetParam().kind->make_filter({}, 0));
}

TEST_P(conformance, small_budgets_work_or_are_refused) {
  for (std::uint64_t bytes = 64; bytes < 1024; bytes += 40) {
    wish wanted = GetParam().wanted;
    wanted.memory_bytes = bytes;
    const auto made = GetParam().kind->make_plan(wanted);
    if (!made) continue;
    auto subject = make_filter(*made);
    ASSERT_TRUE(subject);
    EXPECT_LE((*subject)->memory_bytes(), bytes);
    static_cast<void>(observe_all(**subject, keys(2000)));
  }
}

std::string label(const ::testing::TestParamInfo<contender>& info) {
  std::string text = std::string(info.param.kind->name) + "_" + std::to_string(info.index);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(all, conformance, ::testing::ValuesIn(contenders()), label);

TEST(catalog, names_what_there_is) {
  const auto missing = find_filter("blom");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.failure().code, error_code::unknown_name);
  for (const filter_kind& kind : all_filters) {
    EXPECT_NE(missing.failure().message.find(kind.name), std::string::npos);
  }
}

TEST(catalog, says_when_the_system_has_no_such_memory) {
  const auto made = make_plan("bloom", {.memory_bytes = 1ULL << 48});
  ASSERT_TRUE(made);
  const auto subject = make_filter(*made);
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.failure().code, error_code::out_of_memory);
}

}  // namespace sluice::conformance_test
