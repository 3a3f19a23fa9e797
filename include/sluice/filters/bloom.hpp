#pragma once

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/cell_array.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/bloom.hpp"

namespace sluice {

/// Bloom filter: a key sets k of m bits; it was seen if they are all set already.
///
/// Choose it when the number of distinct keys is known and fits: it never misses a repeat. Past
/// its capacity its FPR climbs to one, since it never forgets. With `block` = 512 all bits of a key
/// lie in one cache line: faster, for a somewhat higher FPR.
///
/// Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13(7), 1970.
/// Blocks: Putze, Sanders, Singler, "Cache-, hash-, and space-efficient Bloom filters", JEA 2009.
class bloom_filter final : public filter {
 public:
  using parameters_type = bloom_parameters;
  static constexpr std::string_view kind = "bloom";
  static constexpr std::string_view summary = "never misses a repeat, while its keys fit";

  explicit bloom_filter(const bloom_parameters& parameters, std::uint64_t /*seed*/ = 0)
      : p_(parameters), blocks_(parameters.m / parameters.block), bits_(parameters.m) {
    assert(!parameters.check());
  }

  bool contains(const digest& key) const noexcept override {
    return places(key, [&](std::uint64_t bit) { return bits_.get(bit) != 0; });
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return bits_.bytes(); }
  double fill() const noexcept override {
    return static_cast<double>(ones_) / static_cast<double>(p_.m);
  }

  /// For the classic filter that is fill() to the power k.
  double predicted_fpr() const noexcept override { return p_.fpr(p_.keys_at(fill())); }

  state_view state() override { return {{}, bits_.memory()}; }
  bool restored() noexcept override {
    ones_ = bits_.count_occupied();
    return bits_.is_sound();
  }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { fetch(keys[i]); },
        [&](std::size_t i) { verdicts[i] = observe_one(keys[i]); });
  }

  verdict observe_one(const digest& key) noexcept {
    std::uint64_t already = 0;
    places(key, [&](std::uint64_t bit) {
      already += bits_.get(bit);
      bits_.put(bit, 1);
      return true;
    });
    ones_ += p_.k - already;
    return already == p_.k ? verdict::repeat : verdict::fresh;
  }

  void fetch(const digest& key) const noexcept {
    if (p_.block <= bloom_parameters::line_bits) {
      bits_.fetch(probe_sequence(key).next(blocks_) * p_.block);
    } else {
      places(key, [&](std::uint64_t bit) {
        bits_.fetch(bit);
        return true;
      });
    }
  }

  /// Calls visit(bit) for the key's bits until it says false; says whether it never did.
  template <class Visit>
  bool places(const digest& key, Visit visit) const noexcept {
    probe_sequence probes(key);
    const std::uint64_t first = blocks_ == 1 ? 0 : probes.next(blocks_) * p_.block;
    for (std::uint64_t probe = 0; probe < p_.k; ++probe) {
      if (!visit(first + probes.next(p_.block))) return false;
    }
    return true;
  }

  bloom_parameters p_;
  std::uint64_t blocks_;
  std::uint64_t ones_ = 0;
  cell_array<1> bits_;
};

}  // namespace sluice
