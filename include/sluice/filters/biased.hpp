#pragma once

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/bit_rows.hpp"
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
        keys.size(), [&](std::size_t i) { fetch(keys[i], records_ + i); },
        [&](std::size_t i) { verdicts[i] = observe_one(keys[i], records_ + i); });
    records_ += keys.size();
  }

  verdict observe_one(const digest& key, std::uint64_t record) noexcept {
    if (contains(key)) return verdict::repeat;
    dice roll(seed_, record);
    probe_sequence probes(key);
    for (std::uint64_t row = 0; row < p_.k; ++row) {
      const std::uint64_t victim = roll.below(p_.s);
      if (!ByLoad || roll.chance(rows_.ones(row), p_.s)) rows_.put(row, victim, false);
      rows_.put(row, probes.next(p_.s), true);
    }
    return verdict::fresh;
  }

  void fetch(const digest& key, std::uint64_t record) const noexcept {
    dice roll(seed_, record);
    probe_sequence probes(key);
    for (std::uint64_t row = 0; row < p_.k; ++row) {
      rows_.fetch(row, probes.next(p_.s));
      rows_.fetch(row, roll.below(p_.s));
      if (ByLoad) roll.word();  // the coin's
    }
  }

  parameters_type p_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  bit_rows rows_;
};

using biased_filter = biased_sampling_filter<false>;
using load_biased_filter = biased_sampling_filter<true>;

}  // namespace sluice
