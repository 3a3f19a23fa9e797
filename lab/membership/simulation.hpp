#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiment.hpp"
#include "measure.hpp"
#include "sluice/membership/catalog.hpp"
#include "sluice/sluice.hpp"
#include "streams/zipf.hpp"

namespace sluice::lab {

/// The DABF paper's simulation (section VII): keys 0..U-1 by Zipf's law, a random set of B of them,
/// and a memory that answers for each record.
struct membership_setting {
  std::uint64_t universe = 10000;  ///< U
  std::uint64_t members = 100;     ///< B
  double exponent = 0.5;           ///< α of Zipf's law
  std::uint64_t records = 4000;    ///< m
  std::uint64_t runs = 500;        ///< streams, over which all is averaged
  std::uint64_t seed = 1;
};

/// A stream's key and whether it is in the set.
struct membership_record {
  digest key;
  std::uint64_t number;
  bool member;
};

/// One stream of such a setting. Each run has a set, an assignment of ranks to keys and draws of
/// its own.
class membership_stream {
 public:
  membership_stream(const membership_setting& setting, std::uint64_t run)
      : ranks_(setting.universe, setting.exponent),
        seed_(setting.seed * 1000003 + run),
        by_(seed_),
        member_(setting.universe) {
    // The first B of a random order (Fisher, Yates). Which key has which rank is left to the random
    // choice of the set.
    std::vector<std::uint64_t> order(setting.universe);
    for (std::uint64_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::uint64_t i = 0; i < setting.members; ++i) {
      const std::uint64_t other = i + dice(~seed_, i).below(order.size() - i);
      std::swap(order[i], order[other]);
      member_[order[i]] = true;
    }
  }

  membership_record next() {
    dice roll = stream_dice(seed_, records_++);
    const std::uint64_t number = ranks_(roll) - 1;
    return {numbered(number, by_), number, member_[number]};
  }

  const std::vector<bool>& members() const { return member_; }
  const digester& by() const { return by_; }

 private:
  zipf_ranks ranks_;
  std::uint64_t seed_;
  digester by_;  // other hash functions in each run
  std::uint64_t records_ = 0;
  std::vector<bool> member_;
};

/// A memory for a stream; `preloaded` takes the set from it.
template <class Memory>
std::unique_ptr<answer_memory> make_for(const typename Memory::parameters_type& parameters,
                                        const membership_stream& stream) {
  auto memory = std::make_unique<Memory>(parameters);
  if constexpr (std::is_same_v<Memory, preloaded_memory>) {
    for (std::uint64_t key = 0; key < stream.members().size(); ++key) {
      if (stream.members()[key]) memory->learn(numbered(key, stream.by()), answer::member);
    }
  }
  return memory;
}

/// What came of a stream so far. Precision and recall count distinct keys, as the paper does: a key
/// counts as said to be a member if one of its records was.
struct membership_tally {
  double precision = 1;
  double recall = 1;
  double questions = 0;  ///< put to the oracle
  double fpr = 0;        ///< of the others' records
  double fnr = 0;        ///< of the members' records
};

/// Follows one stream and one memory.
class membership_run {
 public:
  membership_run(const membership_setting& setting, std::uint64_t run)
      : stream_(setting, run), seen_(setting.universe), said_(setting.universe) {}

  const membership_stream& stream() const { return stream_; }

  /// One record; what was said of it.
  answer step(answer_memory& memory) {
    const membership_record record = stream_.next();
    const answer truth = record.member ? answer::member : answer::other;
    answer said = memory.recall(record.key);
    if (said == answer::unknown) {
      memory.learn(record.key, truth);
      said = truth;
      ++questions_;
    }
    count(record, said);
    return said;
  }

  membership_tally tally() const {
    return {.precision = ratio(rightly_, said_members_, 1),
            .recall = ratio(rightly_, seen_members_, 1),
            .questions = static_cast<double>(questions_),
            .fpr = ratio(wrong_members_, others_, 0),
            .fnr = ratio(wrong_others_, members_, 0)};
  }

 private:
  void count(const membership_record& record, answer said) {
    const bool is_said = said == answer::member;
    (record.member ? members_ : others_) += 1;
    wrong_members_ += !record.member && is_said;
    wrong_others_ += record.member && !is_said;
    seen_members_ += record.member && !seen_[record.number];
    seen_[record.number] = true;
    if (!is_said || said_[record.number]) return;
    said_[record.number] = true;
    ++said_members_;
    rightly_ += record.member;
  }

  static double ratio(std::uint64_t part, std::uint64_t whole, double of_nothing) {
    return whole == 0 ? of_nothing : static_cast<double>(part) / static_cast<double>(whole);
  }

  membership_stream stream_;
  std::vector<bool> seen_;
  std::vector<bool> said_;
  std::uint64_t questions_ = 0;
  std::uint64_t seen_members_ = 0, said_members_ = 0, rightly_ = 0;                // distinct keys
  std::uint64_t members_ = 0, others_ = 0, wrong_members_ = 0, wrong_others_ = 0;  // records
};

/// The tally after every `step` records, averaged over all runs.
template <class Memory>
std::vector<membership_tally> simulate(const membership_setting& setting,
                                       const typename Memory::parameters_type& parameters,
                                       std::uint64_t step, course* progress = nullptr) {
  std::vector<membership_tally> sum(setting.records / step, {.precision = 0, .recall = 0});
  for (std::uint64_t run = 0; run < setting.runs; ++run) {
    membership_run one(setting, run);
    const auto memory = make_for<Memory>(parameters, one.stream());
    for (membership_tally& at : sum) {
      for (std::uint64_t i = 0; i < step; ++i) one.step(*memory);
      const membership_tally now = one.tally();
      at.precision += now.precision;
      at.recall += now.recall;
      at.questions += now.questions;
      at.fpr += now.fpr;
      at.fnr += now.fnr;
    }
    if (progress == nullptr) continue;
    progress->advance(setting.records);
    if (progress->stopped()) break;
  }
  // Divided at the end, so that the mean of ones is one.
  const auto runs = static_cast<double>(setting.runs);
  for (membership_tally& at : sum) {
    for (double* each : {&at.precision, &at.recall, &at.questions, &at.fpr, &at.fnr}) *each /= runs;
  }
  return sum;
}

}  // namespace sluice::lab
