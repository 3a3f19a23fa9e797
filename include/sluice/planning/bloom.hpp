#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "sluice/cells/cell_array.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// Bits that n keys need for an FPR, with the best k: ceil(n ln(1/FPR) / ln^2 2).
inline double bloom_bits(double n, double fpr) {
  return std::ceil(n * std::log(1 / fpr) / (std::numbers::ln2 * std::numbers::ln2));
}

/// FPR of n keys in m bits with k probes each: (1 - (1 - 1/m)^(kn))^k.
inline double bloom_fpr(double m, double k, double n) {
  return std::pow(-std::expm1(k * n * std::log1p(-1 / m)), k);
}

/// The k that gives n keys in m bits the least FPR: (m/n) ln 2, to the better whole number.
inline std::uint64_t bloom_best_k(double m, double n) {
  const double real = std::max(1.0, m / n * std::numbers::ln2);
  const double down = std::floor(real);
  const double best = bloom_fpr(m, down, n) <= bloom_fpr(m, down + 1, n) ? down : down + 1;
  return static_cast<std::uint64_t>(best);
}

/// The same where each key's k bits lie in one block of `block` bits: keys a block are Poisson
/// distributed, so the fuller blocks' FPR weighs in (Putze, Sanders, Singler 2009).
inline double blocked_bloom_fpr(double m, double k, double block, double n) {
  const double mean = n * block / m;
  if (mean * k > 40 * block) return 1;  // every bit is set; the sum below would be long
  const double reach = 12 * std::sqrt(mean) + 40;
  double sum = 0;
  const auto last = static_cast<std::uint64_t>(mean + reach);
  for (auto count = static_cast<std::uint64_t>(std::max(1.0, mean - reach)); count <= last;
       ++count) {
    const auto keys = static_cast<double>(count);
    const double share = std::exp(keys * std::log(mean) - mean - std::lgamma(keys + 1));
    sum += share * bloom_fpr(block, k, keys);
  }
  return sum;
}

/// A Bloom filter in its lecture's symbols. `block` = m is the classic filter; `block` = 512 keeps
/// a key's bits in one cache line.
struct bloom_parameters {
  std::uint64_t m = 0;      ///< bits
  std::uint64_t k = 0;      ///< bits set for a key
  std::uint64_t block = 0;  ///< bits among which one key's k lie

  static constexpr std::uint64_t line_bits = 512;
  static constexpr std::uint64_t most_probes = 64;

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("m", self.m);
    visit("k", self.k);
    visit("block", self.block);
  }

  std::uint64_t memory_bytes() const { return cell_bytes(1, m); }

  double fpr(double n) const {
    if (n <= 0) return 0;
    if (std::isinf(n)) return 1;
    return block == m ? bloom_fpr(static_cast<double>(m), static_cast<double>(k), n)
                      : blocked_bloom_fpr(static_cast<double>(m), static_cast<double>(k),
                                          static_cast<double>(block), n);
  }

  /// The keys after which such a share of the bits is set, in expectation.
  double keys_at(double fill) const {
    const double misses = std::log1p(-1 / static_cast<double>(block));
    const double a_key_sets = -std::expm1(static_cast<double>(k) * misses);
    return -std::log1p(-fill) / a_key_sets * static_cast<double>(m) / static_cast<double>(block);
  }

  /// The number of keys at which the FPR reaches the bound, by bisection.
  double capacity(double bound) const {
    double low = 0;
    double high = static_cast<double>(m);
    while (high - low > 0.5 + low * 1e-9) {
      const double middle = (low + high) / 2;
      (fpr(middle) <= bound ? low : high) = middle;
    }
    return std::floor(low);
  }

  std::optional<error> check() const {
    if (m == 0 || k == 0 || k > most_probes) {
      return impossible("a Bloom filter needs m > 0 and k from 1 to 64, not m=" +
                        std::to_string(m) + " and k=" + std::to_string(k));
    }
    if (block == 0 || m % block != 0) {
      return impossible("the block of a Bloom filter must divide m=" + std::to_string(m) +
                        ", which " + std::to_string(block) +
                        " does not; m itself is classic, 512 a cache line");
    }
    return std::nullopt;
  }

  /// Without `distinct`: the classic filter that holds most keys at the bound. With it: the fewest
  /// probes that keep the bound, in one cache line where the memory allows that.
  static result<bloom_parameters> plan(const wish& wanted) {
    bloom_parameters plan;
    plan.m = wanted.chosen("m", cells_fitting(1, wanted.memory_bytes) / line_bits * line_bits);
    plan.block = wanted.chosen("block", plan.m);
    if (!wanted.distinct) {
      plan.k = wanted.chosen("k", best_k(wanted.fpr));
      return plan;
    }
    // A block is never better than the classic filter, so that is tried first.
    const auto n = static_cast<double>(*wanted.distinct);
    bloom_parameters blocked = plan;
    if (!plan.take_fewest_probes(wanted, n)) return plan.refusal(wanted, n);
    if (!find(wanted.set, "block") && plan.m % line_bits == 0 && plan.m > line_bits) {
      blocked.block = line_bits;
      if (blocked.take_fewest_probes(wanted, n)) return blocked;
    }
    return plan;
  }

  prediction predict(const wish& wanted) const {
    const double holds = capacity(wanted.fpr);
    const double n = wanted.distinct ? static_cast<double>(*wanted.distinct) : holds;
    const double lines = block <= line_bits ? 1 : static_cast<double>(k);
    return {.fpr = fpr(std::max(1.0, n)), .fnr = 0, .remembers = holds, .lines = lines};
  }

 private:
  error refusal(const wish& wanted, double n) const {
    const std::string wished = in_words(n) + " keys at an FPR of " + in_words(wanted.fpr);
    if (find(wanted.set, "k") || find(wanted.set, "m") || find(wanted.set, "block")) {
      return impossible("these parameters of a Bloom filter do not hold " + wished +
                        "; leave them to the planner");
    }
    constexpr double margin = 1.01;  // for what is lost to whole numbers of probes
    return impossible("a Bloom filter of " +
                      bytes_in_words(static_cast<double>(wanted.memory_bytes)) + " cannot hold " +
                      wished + "; " + bytes_in_words(bloom_bits(n, wanted.fpr) / 8 * margin) +
                      " could");
  }

  /// log2(1/FPR), to the whole number that holds more keys a bit at that FPR.
  static std::uint64_t best_k(double bound) {
    const auto keys_a_bit = [&](double probes) {
      return -std::log1p(-std::pow(bound, 1 / probes)) / probes;
    };
    const double down = std::max(1.0, std::floor(-std::log2(bound)));
    const double best = keys_a_bit(down) >= keys_a_bit(down + 1) ? down : down + 1;
    return static_cast<std::uint64_t>(std::min(best, static_cast<double>(most_probes)));
  }

  bool take_fewest_probes(const wish& wanted, double n) {
    for (k = wanted.chosen<std::uint64_t>("k", 1); k <= most_probes; ++k) {
      if (fpr(n) <= wanted.fpr) return true;
      if (find(wanted.set, "k")) return false;
    }
    return false;
  }
};

}  // namespace sluice
