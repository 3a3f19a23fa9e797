#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sluice/membership/audit.hpp"
#include "sluice/membership/memory.hpp"
#include "sluice/membership/oracle.hpp"

namespace sluice {

/// Keys of a stream in their order, as digests and as what the oracle is asked for.
struct key_batch {
  std::span<const digest> digests;
  std::span<const std::string_view> keys;
};

/// Answers for every record of a stream: from memory where it has one, else from the oracle.
///
/// All that memory does not know of a batch, and of those that follow as far as they are there, is
/// asked for at once, each key once. Records are still recalled and learned in their order, so the
/// answers do not depend on batches. Only answered keys are ever learned.
class inquiry {
 public:
  inquiry(answer_memory& memory, oracle& truth, double audited_share = 0)
      : memory_(memory), oracle_(truth), audit_(audited_share) {}

  /// How many records have their answer, from the first on; and why not all.
  struct outcome {
    std::size_t answered = 0;
    std::optional<error> failure{};
  };

  /// `ahead`: batches that the next calls will bring, in their order.
  outcome observe(const key_batch& now, std::span<const key_batch> ahead,
                  std::span<answer> answers) {
    assert(now.digests.size() == now.keys.size() && now.digests.size() == answers.size());
    if (!take_covered()) {
      gather(now, 0);
      if (!questions_.empty()) cover(ahead);
    }
    auto failure = ask();
    std::size_t at = settle(now, 0, answers);
    // What memory forgot since it was looked at is asked for now.
    while (at < answers.size() && !failure) {
      gather(now, at);
      failure = ask();
      at = settle(now, at, answers);
    }
    if (at == answers.size()) return {at};
    covered_ = 0;
    return {at, std::move(failure)};
  }

  /// Would the next call look at the batches ahead?
  bool wants_ahead() const noexcept { return covered_ == 0; }

  /// Keys that the oracle answered, the audit's with them.
  std::uint64_t questions() const noexcept { return asked_; }
  const membership_audit& audit() const noexcept { return audit_; }

  /// What it counted, for snapshots. The memory has its own.
  state_view state() {
    state_view counts = audit_.state();
    counts.numbers.push_back({"questions", &asked_});
    return counts;
  }

 private:
  struct by_digest {
    std::size_t operator()(const digest& key) const noexcept { return key.high; }
  };

  /// Was this batch asked for with an earlier one? Answers are held until all of these have come.
  bool take_covered() {
    if (covered_ == 0) {
      held_.clear();
      return false;
    }
    --covered_;
    return true;
  }

  /// Asks for batches ahead as well, until it is enough: what is held takes memory.
  void cover(std::span<const key_batch> ahead) {
    constexpr std::size_t enough = 1 << 16;
    for (const key_batch& batch : ahead) {
      if (questions_.size() >= enough) break;
      gather(batch, 0);
      ++covered_;
    }
  }

  /// Notes down what has to be asked for, as things are now.
  void gather(const key_batch& batch, std::size_t from) {
    const auto digests = batch.digests.subspan(from);
    looked_up_.resize(digests.size());
    memory_.look_up(digests, looked_up_);
    for (std::size_t i = 0; i < digests.size(); ++i) {
      if (looked_up_[i] != answer::unknown && !audit_.wants(digests[i])) continue;
      if (!held_.try_emplace(digests[i], answer::unknown).second) continue;
      asked_for_.push_back(digests[i]);
      questions_.push_back(batch.keys[from + i]);
    }
  }

  std::optional<error> ask() {
    if (questions_.empty()) return std::nullopt;
    replies_.assign(questions_.size(), answer::unknown);
    auto failure = oracle_.ask(questions_, replies_);
    for (std::size_t i = 0; i < replies_.size(); ++i) {
      if (replies_[i] == answer::unknown) {
        held_.erase(asked_for_[i]);
        if (!failure) failure = error{error_code::no_answer, "the oracle left out a key"};
      } else {
        held_[asked_for_[i]] = replies_[i];
        ++asked_;
      }
    }
    questions_.clear();
    asked_for_.clear();
    return failure;
  }

  /// Records in their order up to the first that nobody can answer.
  std::size_t settle(const key_batch& now, std::size_t at, std::span<answer> answers) {
    for (; at < answers.size(); ++at) {
      answers[at] = settled(now.digests[at]);
      if (answers[at] == answer::unknown) break;
    }
    return at;
  }

  answer settled(const digest& key) {
    answer said = memory_.recall(key);
    const bool audited = audit_.wants(key);
    if (said != answer::unknown && !audited) return said;
    const auto held = held_.find(key);
    if (held == held_.end()) return said;
    if (said == answer::unknown) {
      said = held->second;
      memory_.learn(key, said);
    }
    if (audited) audit_.count(said, held->second);
    return said;
  }

  answer_memory& memory_;
  oracle& oracle_;
  membership_audit audit_;
  std::uint64_t asked_ = 0;

  std::unordered_map<digest, answer, by_digest> held_;
  std::size_t covered_ = 0;  // batches ahead whose keys were asked for
  std::vector<answer> looked_up_;
  std::vector<digest> asked_for_;
  std::vector<std::string_view> questions_;
  std::vector<answer> replies_;
};

}  // namespace sluice
