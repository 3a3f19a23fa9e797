#pragma once

#include <array>

#include "sluice/membership/appending.hpp"

namespace sluice {

/// Two appending filters that are flushed in turn, each at the end of every other window of w
/// records; the older one answers. What they know is between one and two windows old.
///
/// Choose it over `appending` for streams without an end: its recall does not fall for ever. The
/// oracle is asked where either filter needs it, once for both; what it says is then the answer and
/// learned by both, also where the older filter would have said otherwise. Flushing clears half of
/// the memory at once, a pause that grows with the memory.
///
/// DABF paper, sections IV.C and VII.B.
class appending_window_memory final : public answer_memory {
 public:
  using parameters_type = appending_window_parameters;
  static constexpr std::string_view kind = "appending-window";
  static constexpr std::string_view summary = "two of these, flushed in turn";

  explicit appending_window_memory(const appending_window_parameters& parameters)
      : p_((assert(!parameters.check()), parameters)),
        bits_(parameters.memory_bytes()),
        pairs_{appending_pair(p_.pair, words()),
               appending_pair(p_.pair, words() + p_.pair.words())} {}

  void look_up(std::span<const digest> keys, std::span<answer> answers) const noexcept override {
    work_ahead(
        keys.size(),
        [&](std::size_t i) {
          pairs_[0].fetch(keys[i]);
          pairs_[1].fetch(keys[i]);
        },
        [&](std::size_t i) { answers[i] = known(keys[i]); });
  }

  answer recall(const digest& key) noexcept override {
    const answer said = known(key);
    if (said != answer::unknown) count_record();
    return said;
  }

  void learn(const digest& key, answer truth) noexcept override {
    if (older().recall(key) != truth) older().learn(key, truth);
    if (!is_first() && younger().recall(key) != truth) younger().learn(key, truth);
    count_record();
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return bits_.bytes(); }
  double fill() const noexcept override { return older().fill(); }
  membership_rates predicted() const noexcept override { return older().predicted(); }

  state_view state() override {
    return {{{"records", &records_}}, {static_cast<std::byte*>(bits_.data()), bits_.bytes()}};
  }
  bool restored() noexcept override {
    for (appending_pair& each : pairs_) each.recount();
    return true;
  }

 private:
  /// In the first window only one filter is filled.
  bool is_first() const noexcept { return records_ < p_.w; }

  /// In window i > 0 filter i - 1 mod 2 answers; in the first, filter 0.
  std::size_t older_index() const noexcept {
    const std::uint64_t window = records_ / p_.w;
    return window == 0 ? 0 : (window - 1) % 2;
  }
  appending_pair& older() noexcept { return pairs_[older_index()]; }
  const appending_pair& older() const noexcept { return pairs_[older_index()]; }
  appending_pair& younger() noexcept { return pairs_[1 - older_index()]; }
  const appending_pair& younger() const noexcept { return pairs_[1 - older_index()]; }

  answer known(const digest& key) const noexcept {
    const bool both = is_first() || younger().recall(key) != answer::unknown;
    return both ? older().recall(key) : answer::unknown;
  }

  void count_record() noexcept {
    const bool ends = (records_ + 1) % p_.w == 0;
    if (ends && !is_first()) older().flush();
    ++records_;
  }

  std::uint64_t* words() noexcept { return static_cast<std::uint64_t*>(bits_.data()); }

  appending_window_parameters p_;
  storage bits_;
  std::uint64_t records_ = 0;
  std::array<appending_pair, 2> pairs_;
};

}  // namespace sluice
