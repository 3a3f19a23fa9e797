#pragma once

#include <cassert>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/storage.hpp"
#include "sluice/membership/memory.hpp"
#include "sluice/membership/planning/preloaded.hpp"
#include "sluice/membership/shared_bloom.hpp"

namespace sluice {

/// All of the set in one Bloom filter, loaded beforehand: the DABF paper's baseline, `1bf`.
///
/// Choose it when the set is small enough, can be read from end to end, and does not change: the
/// oracle is never asked. No member is missed; others are called members at the FPR of the filter,
/// the same ones every time.
class preloaded_memory final : public answer_memory {
 public:
  using parameters_type = preloaded_parameters;
  static constexpr std::string_view kind = "preloaded";
  static constexpr std::string_view summary = "the whole set in a Bloom filter; never asks";

  explicit preloaded_memory(const preloaded_parameters& parameters)
      : p_((assert(!parameters.check()), parameters)),
        bits_(parameters.memory_bytes()),
        members_(0, parameters.n, parameters.k) {}

  void look_up(std::span<const digest> keys, std::span<answer> answers) const noexcept override {
    work_ahead(
        keys.size(),
        [&](std::size_t i) {
          probe_sequence probes(keys[i]);
          members_.fetch(words(), probes);
        },
        [&](std::size_t i) { answers[i] = known(keys[i]); });
  }

  answer recall(const digest& key) noexcept override { return known(key); }

  /// How the set gets in.
  void learn(const digest& key, answer truth) noexcept override {
    probe_sequence probes(key);
    if (truth == answer::member) members_.insert(words(), probes);
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return bits_.bytes(); }
  double fill() const noexcept override { return members_.fill(); }
  membership_rates predicted() const noexcept override { return {members_.fpr(), 0}; }

  state_view state() override {
    return {{}, {static_cast<std::byte*>(bits_.data()), bits_.bytes()}};
  }
  bool restored() noexcept override {
    members_.recount(words());
    return true;
  }

 private:
  answer known(const digest& key) const noexcept {
    probe_sequence probes(key);
    return members_.contains(words(), probes) ? answer::member : answer::other;
  }

  std::uint64_t* words() noexcept { return static_cast<std::uint64_t*>(bits_.data()); }
  const std::uint64_t* words() const noexcept {
    return static_cast<const std::uint64_t*>(bits_.data());
  }

  preloaded_parameters p_;
  storage bits_;
  shared_bloom members_;
};

}  // namespace sluice
