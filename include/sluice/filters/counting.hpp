#pragma once

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/cell_array.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/counting.hpp"

namespace sluice {

/// Counting Bloom filter: counters of four bits instead of bits, so that keys can be taken out.
///
/// Choose it when something tells you that a key may come again (an order was cancelled, a session
/// ended). A key is counted in when it is found fresh, and only then. A counter that reached 15
/// stays there for good: it no longer knows its count, and lowering it could lose another key. So
/// no repeat is ever missed, as long as only keys that were found fresh are erased; erasing one
/// that was wrongly called a repeat takes out counts that are not its own.
///
/// Fan, Cao, Almeida, Broder, "Summary cache", IEEE/ACM Transactions on Networking 8(3), 2000.
class counting_filter final : public filter {
 public:
  using parameters_type = counting_parameters;
  static constexpr std::string_view kind = "counting";
  static constexpr std::string_view summary =
      "a Bloom filter that can also forget a key on request";

  explicit counting_filter(const counting_parameters& parameters, std::uint64_t /*seed*/ = 0)
      : p_(parameters), counters_(parameters.m) {
    assert(!parameters.check());
  }

  bool contains(const digest& key) const noexcept override {
    bool all = true;
    places(key, [&](std::uint64_t cell) { all &= counters_.get(cell) != 0; });
    return all;
  }

  /// Takes a key out again; says whether it was there.
  bool erase(const digest& key) noexcept {
    if (!contains(key)) return false;
    places(key, [&](std::uint64_t cell) {
      const unsigned count = counters_.get(cell);
      if (count == 0 || count == saturated) return;
      counters_.put(cell, count - 1);
      occupied_ -= count == 1;
    });
    keys_ -= keys_ > 0;
    return true;
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return counters_.bytes(); }
  double fill() const noexcept override {
    return static_cast<double>(occupied_) / static_cast<double>(p_.m);
  }

  /// fill() to the power k, which also counts what stuck at 15.
  double predicted_fpr() const noexcept override {
    return std::pow(fill(), static_cast<double>(p_.k));
  }

  /// Keys counted in and not taken out.
  std::uint64_t keys() const noexcept { return keys_; }

  state_view state() override { return {{{"keys", &keys_}}, counters_.memory()}; }
  bool restored() noexcept override {
    occupied_ = counters_.count_occupied();
    return counters_.is_sound();
  }

 private:
  static constexpr unsigned saturated = cell_array<counting_parameters::bits>::highest;

  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(),
        [&](std::size_t i) { places(keys[i], [&](std::uint64_t cell) { counters_.fetch(cell); }); },
        [&](std::size_t i) { verdicts[i] = observe_one(keys[i]); });
  }

  verdict observe_one(const digest& key) noexcept {
    if (contains(key)) return verdict::repeat;
    places(key, [&](std::uint64_t cell) {
      const unsigned count = counters_.get(cell);
      counters_.put(cell, count + (count < saturated));
      occupied_ += count == 0;
    });
    ++keys_;
    return verdict::fresh;
  }

  template <class Visit>
  void places(const digest& key, Visit visit) const noexcept {
    probe_sequence probes(key);
    for (std::uint64_t probe = 0; probe < p_.k; ++probe) visit(probes.next(p_.m));
  }

  counting_parameters p_;
  std::uint64_t keys_ = 0;
  std::uint64_t occupied_ = 0;
  cell_array<counting_parameters::bits> counters_;
};

}  // namespace sluice
