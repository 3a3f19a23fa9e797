#pragma once

#include <array>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/cell_array.hpp"
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
      : p_(parameters), seed_(seed), bits_(parameters.k * parameters.s) {
    assert(!parameters.check());
  }

  bool contains(const digest& key) const noexcept override {
    probe_sequence probes(key);
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      if (bits_.get(f * p_.s + probes.next(p_.s)) == 0) return false;
    }
    return true;
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return bits_.bytes(); }

  double fill() const noexcept override {
    double ones = 0;
    for (std::uint64_t f = 0; f < p_.k; ++f) ones += static_cast<double>(ones_[f]);
    return ones / static_cast<double>(p_.k * p_.s);
  }

  double predicted_fpr() const noexcept override {
    double all = 1;
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      all *= static_cast<double>(ones_[f]) / static_cast<double>(p_.s);
    }
    return all;
  }

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
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      put(f, f * p_.s + roll.below(p_.s), 0);
      put(f, f * p_.s + probes.next(p_.s), 1);
    }
  }

  void swap_in(const digest& key, dice& roll) noexcept {
    probe_sequence probes(key);
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      const std::uint64_t bit = f * p_.s + probes.next(p_.s);
      const std::uint64_t first_guess = f * p_.s + roll.below(p_.s);
      if (bits_.get(bit) != 0) continue;
      if (ones_[f] > 0) put(f, set_bit(f, first_guess, roll), 0);
      put(f, bit, 1);
    }
  }

  /// A random set bit of filter f: guesses, uniform among them. A filter so empty that 64 guesses
  /// fail (fewer than one bit in ten) is searched on from the last; then the choice favours bits
  /// behind long gaps, which is of no consequence where hardly any are set.
  std::uint64_t set_bit(std::uint64_t f, std::uint64_t guess, dice& roll) const noexcept {
    for (int tries = 0; tries < 64; ++tries) {
      if (bits_.get(guess) != 0) return guess;
      guess = f * p_.s + roll.below(p_.s);
    }
    const std::uint64_t found = bits_.next_occupied(guess);
    return found >= f * p_.s && found < (f + 1) * p_.s ? found : bits_.next_occupied(f * p_.s);
  }

  void put(std::uint64_t f, std::uint64_t bit, unsigned value) noexcept {
    ones_[f] += value - std::uint64_t{bits_.get(bit)};
    bits_.put(bit, value);
  }

  void fetch(const digest& key, std::uint64_t i) const noexcept {
    probe_sequence probes(key);
    dice roll(seed_, i);
    const bool may_clear = roll.chance(p_.s, i) || swaps(i);
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      bits_.fetch(f * p_.s + probes.next(p_.s));
      if (may_clear) bits_.fetch(f * p_.s + roll.below(p_.s));
    }
  }

  reservoir_parameters p_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::array<std::uint64_t, reservoir_parameters::most_filters> ones_{};
  cell_array<1> bits_;
};

}  // namespace sluice
