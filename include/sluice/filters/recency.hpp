#pragma once

#include "sluice/cells/recency/dispatch.hpp"
#include "sluice/cells/storage.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/recency.hpp"

namespace sluice {

/// Fingerprints of the keys used last, in buckets within one cache line, each in order of use.
///
/// The default. Its FPR is at most b/(2^f - 1) for every stream at any time. It forgets the key
/// that was used longest ago in its bucket, and only when the bucket is full: with room to spare it
/// misses next to nothing, under pressure far less than filters that forget at random. No random
/// numbers, one cache line a record.
///
/// After quotient hash tables (Géraud, Lombard-Platet, Naccache, "Quotient hash tables:
/// efficiently detecting duplicates in streaming data", SAC 2019), with order of use in place of
/// random replacement, and fields of any width in buckets of three sizes.
class recency_filter final : public filter {
 public:
  using parameters_type = recency_parameters;
  static constexpr std::string_view kind = "recency";
  static constexpr std::string_view summary =
      "forgets what was used longest ago; the best there is for unbounded streams";

  explicit recency_filter(const recency_parameters& parameters, std::uint64_t /*seed*/ = 0,
                          instructions with = best_instructions())
      : p_((assert(!parameters.check()), parameters)),
        layout_(parameters),
        batch_(choose_batch(layout_, with)),
        table_(parameters.memory_bytes()) {}

  bool contains(const digest& key) const noexcept override {
    const std::uint64_t* const bucket = words() + layout_.word_of(key);
    const std::uint64_t fingerprint = layout_.fingerprint_of(key);
    switch (layout_.words) {
      case 1:
        return recency_scalar::match<1>(bucket, fingerprint, layout_) != 0;
      case 4:
        return recency_scalar::match<4>(bucket, fingerprint, layout_) != 0;
      default:
        return recency_scalar::match<8>(bucket, fingerprint, layout_) != 0;
    }
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return table_.bytes(); }

  double fill() const noexcept override { return layout_.fill(words()); }

  double predicted_fpr() const noexcept override { return fill() * p_.fpr_bound(); }

  state_view state() override { return {{}, table_.memory()}; }
  bool restored() noexcept override {
    std::uint64_t strays = 0;
    for (std::uint64_t bucket = 0; bucket < p_.buckets; ++bucket) {
      strays |= layout_.strays(words() + bucket * layout_.words);
    }
    return strays == 0;
  }

 private:
  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    batch_(static_cast<std::uint64_t*>(table_.data()), layout_, keys, verdicts);
  }

  const std::uint64_t* words() const noexcept {
    return static_cast<const std::uint64_t*>(table_.data());
  }

  recency_parameters p_;
  recency_layout layout_;
  recency_batch batch_;
  storage table_;
};

}  // namespace sluice
