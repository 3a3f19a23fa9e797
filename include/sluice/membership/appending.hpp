#pragma once

#include <cassert>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/storage.hpp"
#include "sluice/membership/memory.hpp"
#include "sluice/membership/planning/appending.hpp"
#include "sluice/membership/shared_bloom.hpp"

namespace sluice {

/// β and β′ of the DABF paper, side by side in words that belong to another.
class appending_pair {
 public:
  appending_pair(const appending_parameters& p, std::uint64_t* words) noexcept
      : words_(words),
        length_(p.words()),
        seen_(0, p.n, p.k),
        members_(p.n, p.n_prime, p.k_prime) {}

  answer recall(const digest& key) const noexcept {
    probe_sequence probes(key);
    if (!seen_.contains(words_, probes)) return answer::unknown;
    return members_.contains(words_, probes) ? answer::member : answer::other;
  }

  void learn(const digest& key, answer truth) noexcept {
    probe_sequence probes(key);
    seen_.insert(words_, probes);
    if (truth == answer::member) members_.insert(words_, probes);
  }

  void fetch(const digest& key) const noexcept {
    probe_sequence probes(key);
    seen_.fetch(words_, probes);
    members_.fetch(words_, probes);
  }

  void flush() noexcept {
    std::fill_n(words_, length_, 0);
    recount();
  }

  void recount() noexcept {
    seen_.recount(words_);
    members_.recount(words_);
  }

  double fill() const noexcept { return std::max(seen_.fill(), members_.fill()); }

  /// Theorem 1: wrong only where β takes a new key for an old one, and then by what β′ says.
  membership_rates predicted() const noexcept {
    return {seen_.fpr() * members_.fpr(), seen_.fpr() * (1 - members_.fpr())};
  }

 private:
  std::uint64_t* words_;
  std::uint64_t length_;
  shared_bloom seen_;     // β
  shared_bloom members_;  // β′
};

/// Dynamic appending Bloom filter: β remembers which keys came, β′ which of them are members.
///
/// Choose it to redo the DABF paper, or for streams with few distinct keys. It never forgets: once
/// β is full it takes new keys for old ones and answers `other` for members it never asked about,
/// so that recall falls as distinct keys come in. Answers once wrong stay wrong.
///
/// DABF paper, section IV.B.
class appending_memory final : public answer_memory {
 public:
  using parameters_type = appending_parameters;
  static constexpr std::string_view kind = "appending";
  static constexpr std::string_view summary = "the DABF paper's two filters; never forgets";

  explicit appending_memory(const appending_parameters& parameters)
      : p_((assert(!parameters.check()), parameters)),
        bits_(parameters.memory_bytes()),
        pair_(p_, static_cast<std::uint64_t*>(bits_.data())) {}

  void look_up(std::span<const digest> keys, std::span<answer> answers) const noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { pair_.fetch(keys[i]); },
        [&](std::size_t i) { answers[i] = pair_.recall(keys[i]); });
  }

  answer recall(const digest& key) noexcept override { return pair_.recall(key); }
  void learn(const digest& key, answer truth) noexcept override { pair_.learn(key, truth); }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return bits_.bytes(); }
  double fill() const noexcept override { return pair_.fill(); }
  membership_rates predicted() const noexcept override { return pair_.predicted(); }

  state_view state() override {
    return {{}, {static_cast<std::byte*>(bits_.data()), bits_.bytes()}};
  }
  bool restored() noexcept override {
    pair_.recount();
    return true;
  }

 private:
  appending_parameters p_;
  storage bits_;
  appending_pair pair_;
};

}  // namespace sluice
