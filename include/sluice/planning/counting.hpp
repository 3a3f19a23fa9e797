#pragma once

#include "sluice/planning/bloom.hpp"

namespace sluice {

/// A counting Bloom filter: a classic Bloom filter whose bits are counters of four bits.
struct counting_parameters {
  std::uint64_t m = 0;  ///< counters
  std::uint64_t k = 0;  ///< counters raised for a key

  static constexpr unsigned bits = 4;

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("m", self.m);
    visit("k", self.k);
  }

  std::uint64_t memory_bytes() const { return cell_bytes(bits, m); }

  double fpr(double n) const { return as_bloom().fpr(n); }

  std::optional<error> check() const { return as_bloom().check(); }

  /// As for a classic Bloom filter with a quarter of the memory.
  static result<counting_parameters> plan(wish wanted) {
    const std::uint64_t budget = wanted.memory_bytes;
    const std::uint64_t m = wanted.chosen("m", cells_fitting(bits, budget));
    std::erase_if(wanted.set, [](const parameter& entry) { return entry.name != "k"; });
    wanted.set.push_back({"m", static_cast<double>(m)});
    wanted.set.push_back({"block", static_cast<double>(m)});
    wanted.memory_bytes = budget / bits;
    const auto bloom = bloom_parameters::plan(wanted);
    if (!bloom) {
      const double bits_needed =
          wanted.distinct ? bloom_bits(static_cast<double>(*wanted.distinct), wanted.fpr) : 0;
      return impossible(
          "a counting filter of " + bytes_in_words(static_cast<double>(budget)) +
          " cannot do that; with four bits where a Bloom filter spends one it takes " +
          bytes_in_words(bits_needed * bits / 8 * 1.01));
    }
    return counting_parameters{.m = bloom->m, .k = bloom->k};
  }

  prediction predict(const wish& wanted) const { return as_bloom().predict(wanted); }

 private:
  bloom_parameters as_bloom() const { return {.m = m, .k = k, .block = m}; }
};

}  // namespace sluice
