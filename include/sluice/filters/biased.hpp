#pragma once

#include <array>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/cell_array.hpp"
#include "sluice/dice.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/biased.hpp"

namespace sluice {

/// Biased-sampling Bloom filters (BSBF and RLBSBF): k Bloom filters of s bits, one bit a key in
/// each. Only a record found fresh is inserted; that clears one random bit of each filter, in
/// RLBSBF only with the probability of the filter's load (ones/s), then sets the record's own.
///
/// The RSBF authors' next step, and the lesson of it: inserting only what was found fresh misses a
/// tenth of the repeats that `reservoir` misses. The load is kept up to date bit by bit.
///
/// Bera, Dutta, Narang, Bhattacherjee, "Advanced Bloom filter based algorithms for efficient
/// approximate data de-duplication in streams", arXiv 1212.3964, 2012.
template <bool ByLoad>
class biased_sampling_filter final : public filter {
 public:
  using parameters_type = biased_sampling_parameters<ByLoad>;
  static constexpr std::string_view kind = ByLoad ? "load-biased" : "biased";
  static constexpr std::string_view summary =
      ByLoad ? "as biased, clearing by the load" : "inserts only what was found fresh";

  explicit biased_sampling_filter(const parameters_type& parameters, std::uint64_t seed = 0)
      : p_((assert(!parameters.check()), parameters)),
        seed_(seed),
        bits_(parameters.k * parameters.s) {}

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
    double sum = 0;
    for (std::uint64_t f = 0; f < p_.k; ++f) sum += load(f);
    return sum / static_cast<double>(p_.k);
  }

  double predicted_fpr() const noexcept override {
    double all = 1;
    for (std::uint64_t f = 0; f < p_.k; ++f) all *= load(f);
    return all;
  }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { fetch(keys[i], records_ + i); },
        [&](std::size_t i) { verdicts[i] = observe_one(keys[i], records_ + i); });
    records_ += keys.size();
  }

  verdict observe_one(const digest& key, std::uint64_t record) noexcept {
    if (contains(key)) return verdict::repeat;
    dice roll(seed_, record);
    probe_sequence probes(key);
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      const std::uint64_t victim = f * p_.s + roll.below(p_.s);
      if (!ByLoad || roll.chance(ones_[f], p_.s)) put(f, victim, 0);
      put(f, f * p_.s + probes.next(p_.s), 1);
    }
    return verdict::fresh;
  }

  void put(std::uint64_t f, std::uint64_t bit, unsigned value) noexcept {
    ones_[f] += value - std::uint64_t{bits_.get(bit)};
    bits_.put(bit, value);
  }

  double load(std::uint64_t f) const noexcept {
    return static_cast<double>(ones_[f]) / static_cast<double>(p_.s);
  }

  void fetch(const digest& key, std::uint64_t record) const noexcept {
    dice roll(seed_, record);
    probe_sequence probes(key);
    for (std::uint64_t f = 0; f < p_.k; ++f) {
      bits_.fetch(f * p_.s + probes.next(p_.s));
      bits_.fetch(f * p_.s + roll.below(p_.s));
      if (ByLoad) roll.word();  // the coin's
    }
  }

  parameters_type p_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::array<std::uint64_t, parameters_type::most_filters> ones_{};
  cell_array<1> bits_;
};

using biased_filter = biased_sampling_filter<false>;
using load_biased_filter = biased_sampling_filter<true>;

}  // namespace sluice
