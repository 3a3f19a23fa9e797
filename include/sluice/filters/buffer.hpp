#pragma once

#include "sluice/cells/ahead.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/buffer.hpp"

namespace sluice {

/// Buffering: the keys used last, exactly, as many as fit the memory at 32 bytes each.
///
/// Choose it when no fresh record may ever be dropped and the repeats come soon: its FPR is zero
/// (two keys would have to share all 128 bits of a digest). It misses a repeat when more distinct
/// keys came in between than it holds.
///
/// Deng, Rafiei 2006, section 2.2 and 5.2. The paper leaves the list and the index out of the
/// memory it compares by; here they are counted in.
class buffer_filter final : public filter {
 public:
  using parameters_type = buffer_parameters;
  static constexpr std::string_view kind = "buffer";
  static constexpr std::string_view summary = "exact for the keys used last, 32 bytes each";

  explicit buffer_filter(const buffer_parameters& parameters, std::uint64_t /*seed*/ = 0)
      : keys_((assert(!parameters.check()), parameters.n)) {}

  bool contains(const digest& key) const noexcept override { return keys_.contains(key); }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override {
    return to_list(buffer_parameters{.n = keys_.capacity()});
  }
  std::uint64_t memory_bytes() const noexcept override { return keys_.bytes(); }
  double fill() const noexcept override {
    return static_cast<double>(keys_.size()) / static_cast<double>(keys_.capacity());
  }
  double predicted_fpr() const noexcept override { return 0; }

  state_view state() override { return keys_.state(); }
  bool restored() noexcept override { return keys_.is_sound(); }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { keys_.fetch(keys[i]); },
        [&](std::size_t i) {
          verdicts[i] = keys_.touch(keys[i]) ? verdict::repeat : verdict::fresh;
        });
  }

  lru_set keys_;
};

}  // namespace sluice
