#pragma once

#include "sluice/cells/ahead.hpp"
#include "sluice/dice.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/buffer.hpp"

namespace sluice {

/// FPBuffering: a buffer of the keys used last, and a coin: what is not in the buffer is called a
/// repeat with probability q all the same.
///
/// Nobody needs it. It stands for what a buffer could do at a given FPR, so that filters can be
/// compared with buffering at the same FPR.
///
/// Deng, Rafiei 2006, section 5.2.
class fp_buffer_filter final : public filter {
 public:
  using parameters_type = fp_buffer_parameters;
  static constexpr std::string_view kind = "fp-buffer";
  static constexpr std::string_view summary = "a buffer with a coin, for comparisons at equal FPR";

  explicit fp_buffer_filter(const fp_buffer_parameters& parameters, std::uint64_t seed = 0)
      : p_(parameters), seed_(seed), keys_((assert(!parameters.check()), parameters.n)) {}

  /// Tosses the coin that the next record will toss.
  bool contains(const digest& key) const noexcept override {
    return keys_.contains(key) || coin(records_);
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return keys_.bytes(); }
  double fill() const noexcept override {
    return static_cast<double>(keys_.size()) / static_cast<double>(keys_.capacity());
  }
  double predicted_fpr() const noexcept override { return p_.q; }

  std::uint64_t seed() const noexcept override { return seed_; }
  state_view state() override {
    state_view all = keys_.state();
    all.numbers.push_back({"records", &records_});
    return all;
  }
  bool restored() noexcept override { return keys_.is_sound(); }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { keys_.fetch(keys[i]); },
        [&](std::size_t i) {
          const bool present = keys_.touch(keys[i]);
          verdicts[i] = present || coin(records_ + i) ? verdict::repeat : verdict::fresh;
        });
    records_ += keys.size();
  }

  bool coin(std::uint64_t record) const noexcept { return dice(seed_, record).fraction() < p_.q; }

  fp_buffer_parameters p_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  lru_set keys_;
};

}  // namespace sluice
