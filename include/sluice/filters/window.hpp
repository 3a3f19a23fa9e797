#pragma once

#include <algorithm>
#include <array>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/cell_array.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/window.hpp"

namespace sluice {

/// Age-partitioned Bloom filter: a key is a repeat if it came within a window of records or time.
///
/// Choose it when repeats are known to come within some span and none of these may pass: inside the
/// window nothing is ever missed, and the FPR is bounded. Beyond it a key fades: each further
/// generation halves its chance to be noticed, roughly.
///
/// The filter is a row of slices by age. A record sets its bit in each of the k youngest; every
/// generation all slices grow older by one, a clear one becomes the youngest and the oldest is
/// dropped. A key was seen if its bits are set in k consecutive slices. The slice dropped last is
/// cleared a few words a record, so that no record waits for it.
///
/// Every record is written, repeats too, so that the window counts from a key's latest record.
///
/// Shtul, Baquero, Almeida, "Age-partitioned Bloom filters", arXiv 2001.03147, 2020.
class window_filter final : public filter {
 public:
  using parameters_type = window_parameters;
  static constexpr std::string_view kind = "window";
  static constexpr std::string_view summary = "misses no repeat within a window of records or time";

  explicit window_filter(const window_parameters& parameters, std::uint64_t /*seed*/ = 0)
      : p_((assert(!parameters.check()), parameters)),
        step_((p_.m / 64 + p_.g - 1) / p_.g),
        bits_(parameters.slices() * parameters.m) {}

  /// Looks for a run of k from the oldest that could begin one; a slice without the bit rules out
  /// all runs across it, so that few slices are looked at.
  bool contains(const digest& key) const noexcept override {
    std::uint64_t run = 0;        // slices with the bit, counted upwards from `age`'s first
    std::uint64_t run_above = 0;  // known from before, right above those still to be looked at
    for (auto age = static_cast<std::int64_t>(p_.l); age >= 0;) {
      if (bits_.get(place(key, static_cast<std::uint64_t>(age))) != 0) {
        if (++run + run_above == p_.k) return true;
        ++age;
      } else {
        age -= static_cast<std::int64_t>(p_.k);
        run_above = run;
        run = 0;
      }
    }
    return false;
  }

  /// Starts as many generations as the time asks for.
  void advance_to(std::uint64_t nanoseconds) noexcept override {
    if (p_.T == 0) return;
    const std::uint64_t generation = nanoseconds / 1000 / p_.T;
    if (started_ == 0) {
      started_ = 1;
      generation_ = generation;
    }
    // After an idle time longer than all slices' ages, more generations change nothing.
    const std::uint64_t late = generation > generation_ ? generation - generation_ : 0;
    for (std::uint64_t i = 0; i < std::min(late, p_.slices()); ++i) grow_older();
    generation_ += late;
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return bits_.bytes(); }

  double fill() const noexcept override {
    double sum = 0;
    for (std::uint64_t age = 0; age < p_.k + p_.l; ++age) sum += slice_fill(age);
    return sum / static_cast<double>(p_.k + p_.l);
  }

  double predicted_fpr() const noexcept override {
    std::array<double, window_parameters::most_slices> fills{};
    for (std::uint64_t age = 0; age < p_.k + p_.l; ++age) fills[age] = slice_fill(age);
    return run_probability(std::span(fills).first(p_.k + p_.l), p_.k);
  }

  state_view state() override {
    return {{{"youngest slice", &youngest_},
             {"records of this generation", &records_},
             {"words cleared ahead", &cleared_},
             {"generation by the clock", &generation_},
             {"clock started", &started_}},
            bits_.memory()};
  }

  bool restored() noexcept override {
    if (youngest_ >= p_.slices() || cleared_ > p_.m / 64 || started_ > 1) return false;
    if (p_.T == 0 ? records_ >= p_.g : records_ != 0) return false;
    for (std::uint64_t age = 0; age < p_.k + p_.l; ++age) {
      ones_[slice(age)] = bits_.count_occupied(slice(age) * p_.m, p_.m);
    }
    ones_[slice(p_.k + p_.l)] = 0;
    return bits_.is_sound();
  }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { fetch(keys[i]); },
        [&](std::size_t i) { verdicts[i] = observe_one(keys[i]); });
  }

  verdict observe_one(const digest& key) noexcept {
    clear_some();
    const bool seen = contains(key);
    for (std::uint64_t age = 0; age < p_.k; ++age) {
      const std::uint64_t bit = place(key, age);
      ones_[slice(age)] += bits_.get(bit) == 0;
      bits_.put(bit, 1);
    }
    if (p_.T == 0 && ++records_ == p_.g) grow_older();
    return seen ? verdict::repeat : verdict::fresh;
  }

  /// Every slice becomes one generation older; the spare one, clear by now, the youngest.
  void grow_older() noexcept {
    while (cleared_ < p_.m / 64) clear_some();
    youngest_ = youngest_ == 0 ? p_.slices() - 1 : youngest_ - 1;
    ones_[slice(p_.k + p_.l)] = 0;
    cleared_ = 0;
    records_ = 0;
  }

  /// Clears the spare slice's next words, at a pace that finishes within a generation.
  void clear_some() noexcept {
    const std::uint64_t words = std::min(step_, p_.m / 64 - cleared_);
    bits_.clear_words(slice(p_.k + p_.l) * p_.m + cleared_ * 64, words * 64);
    cleared_ += words;
  }

  /// The slice of that age; age k + l is the spare one.
  std::uint64_t slice(std::uint64_t age) const noexcept {
    const std::uint64_t index = youngest_ + age;
    return index < p_.slices() ? index : index - p_.slices();
  }

  std::uint64_t place(const digest& key, std::uint64_t age) const noexcept {
    const std::uint64_t index = slice(age);
    return index * p_.m + probe_at(key, index, p_.m);
  }

  double slice_fill(std::uint64_t age) const noexcept {
    return static_cast<double>(ones_[slice(age)]) / static_cast<double>(p_.m);
  }

  /// The slices written, and those that a stranger is most often looked for in.
  void fetch(const digest& key) const noexcept {
    for (std::uint64_t age = 0; age < p_.k; ++age) bits_.fetch(place(key, age));
    for (std::uint64_t age = p_.l; age >= p_.k; age -= p_.k) {
      bits_.fetch(place(key, age));
      bits_.fetch(place(key, age - 1));
    }
  }

  window_parameters p_;
  std::uint64_t step_;            // words cleared a record
  std::uint64_t youngest_ = 0;    // slice of age 0
  std::uint64_t records_ = 0;     // of this generation
  std::uint64_t cleared_ = 0;     // words of the spare slice
  std::uint64_t generation_ = 0;  // by the clock
  std::uint64_t started_ = 0;     // 1 once the clock was read
  std::array<std::uint64_t, window_parameters::most_slices> ones_{};
  cell_array<1> bits_;
};

}  // namespace sluice
