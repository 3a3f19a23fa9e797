#pragma once

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/bit_rows.hpp"
#include "sluice/dice.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/reservoir.hpp"

namespace sluice {

/// Reservoir-sampling Bloom filter (RSBF): k Bloom filters of s bits, one bit a key in each.
///
/// Record number i is inserted with probability min(1, s/i), whatever its verdict was; each
/// insertion first clears one random bit in each filter. Otherwise, once s/i is at most p*, a
/// record found fresh is swapped in: each filter whose bit of it is 0 clears a random set bit and
/// sets this one, so that the number of ones stays as it is.
///
/// These are the rules by which the paper's tables come out; its text and its Algorithm 1 disagree
/// with each other in the resets and the threshold (docs/filters/reservoir.md). Choose it to redo
/// the paper: `recency` misses far fewer repeats in the same memory.
///
/// Dutta, Bhattacherjee, Narang, "Towards 'Intelligent Compression' in Streams", EDBT 2012.
class reservoir_filter final : public filter {
 public:
  using parameters_type = reservoir_parameters;
  static constexpr std::string_view kind = "reservoir";
  static constexpr std::string_view summary =
      "keeps a sample of the stream, biased to what was found fresh";

  explicit reservoir_filter(const reservoir_parameters& parameters, std::uint64_t seed = 0)
      : p_((assert(!parameters.check()), parameters)),
        seed_(seed),
        rows_(parameters.k, parameters.s) {}

  bool contains(const digest& key) const noexcept override { return rows_.all_set(key); }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return rows_.bytes(); }
  double fill() const noexcept override { return rows_.mean_load(); }
  double predicted_fpr() const noexcept override { return rows_.all_loads(); }

  std::uint64_t seed() const noexcept override { return seed_; }
  state_view state() override { return {{{"records", &records_}}, rows_.memory()}; }
  bool restored() noexcept override { return rows_.restored(); }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { fetch(keys[i], records_ + i + 1); },
        [&](std::size_t i) { verdicts[i] = observe_one(keys[i], records_ + i + 1); });
    records_ += keys.size();
  }

  verdict observe_one(const digest& key, std::uint64_t i) noexcept {
    const bool seen = contains(key);
    dice roll(seed_, i);
    if (roll.chance(p_.s, i)) {
      insert(key, roll);
    } else if (!seen && swaps(i)) {
      swap_in(key, roll);
    }
    return seen ? verdict::repeat : verdict::fresh;
  }

  bool swaps(std::uint64_t i) const noexcept {
    return static_cast<double>(p_.s) <= p_.p_star * static_cast<double>(i);
  }

  void insert(const digest& key, dice& roll) noexcept {
    probe_sequence probes(key);
    for (std::uint64_t row = 0; row < p_.k; ++row) {
      rows_.put(row, roll.below(p_.s), false);
      rows_.put(row, probes.next(p_.s), true);
    }
  }

  void swap_in(const digest& key, dice& roll) noexcept {
    probe_sequence probes(key);
    for (std::uint64_t row = 0; row < p_.k; ++row) {
      const std::uint64_t own = probes.next(p_.s);
      const std::uint64_t first_guess = roll.below(p_.s);
      if (rows_.get(row, own)) continue;
      if (rows_.ones(row) > 0) rows_.put(row, random_one(row, first_guess, roll), false);
      rows_.put(row, own, true);
    }
  }

  /// A random set bit: guesses, uniform among them. A row so empty that 64 guesses fail (fewer than
  /// one bit in ten) is searched on from the last; then the choice favours bits behind long gaps,
  /// which is of no consequence where hardly any are set.
  std::uint64_t random_one(std::uint64_t row, std::uint64_t guess, dice& roll) const noexcept {
    for (int tries = 0; tries < 64; ++tries) {
      if (rows_.get(row, guess)) return guess;
      guess = roll.below(p_.s);
    }
    return rows_.next_one(row, guess);
  }

  void fetch(const digest& key, std::uint64_t i) const noexcept {
    probe_sequence probes(key);
    dice roll(seed_, i);
    const bool may_clear = roll.chance(p_.s, i) || swaps(i);
    for (std::uint64_t row = 0; row < p_.k; ++row) {
      rows_.fetch(row, probes.next(p_.s));
      if (may_clear) rows_.fetch(row, roll.below(p_.s));
    }
  }

  reservoir_parameters p_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  bit_rows rows_;
};

}  // namespace sluice
