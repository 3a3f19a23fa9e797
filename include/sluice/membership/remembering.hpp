#pragma once

#include <cassert>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/recency/layout.hpp"
#include "sluice/cells/recency/scalar.hpp"
#include "sluice/cells/storage.hpp"
#include "sluice/membership/memory.hpp"
#include "sluice/membership/planning/remembering.hpp"

namespace sluice {

/// Fingerprints of the keys used last, each with its answer, in buckets in order of use.
///
/// The default. What is forgotten is asked again, so that recall and precision stay however many
/// distinct keys come; only the number of questions rises. A wrong answer takes two keys with the
/// same bucket and fingerprint and different answers: a key that is not remembered is answered
/// wrongly with a probability of at most b/(2^f - 1), for every stream at any time.
///
/// The recency filter's table (cells/recency), with the answer as the lowest bit of each field.
/// Takes the place of both filters of the DABF paper, whose authors name a β that adapts as future
/// work.
class remembering_memory final : public answer_memory {
 public:
  using parameters_type = remembering_parameters;
  static constexpr std::string_view kind = "remembering";
  static constexpr std::string_view summary = "forgets what was used longest ago and asks again";

  explicit remembering_memory(const remembering_parameters& parameters)
      : p_((assert(!parameters.check()), parameters)),
        layout_(parameters.table()),
        fingerprints_((1ULL << parameters.f) - 1),
        table_(parameters.memory_bytes()) {}

  void look_up(std::span<const digest> keys, std::span<answer> answers) const noexcept override {
    work_ahead(
        keys.size(), [&](std::size_t i) { prefetch(words() + layout_.word_of(keys[i])); },
        [&](std::size_t i) {
          const std::uint64_t* const bucket = words() + layout_.word_of(keys[i]);
          answers[i] = answer_at(bucket, match(bucket, field_of(keys[i])));
        });
  }

  answer recall(const digest& key) noexcept override {
    std::uint64_t* const bucket = words() + layout_.word_of(key);
    const std::uint64_t field = field_of(key);
    const unsigned span = match(bucket, field);
    const answer said = answer_at(bucket, span);
    if (said != answer::unknown) put_in_front(bucket, field, said, span);
    return said;
  }

  void learn(const digest& key, answer truth) noexcept override {
    std::uint64_t* const bucket = words() + layout_.word_of(key);
    const std::uint64_t field = field_of(key);
    const unsigned span = match(bucket, field);
    const auto whole = static_cast<unsigned>(layout_.slots * layout_.bits);
    put_in_front(bucket, field, truth, span != 0 ? span : whole);
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override { return table_.bytes(); }

  double fill() const noexcept override { return layout_.fill(words()); }

  /// At most: that of a stranger's fingerprint, whose answer need not differ.
  membership_rates predicted() const noexcept override {
    const double stranger = fill() * p_.wrong_bound();
    return {stranger, stranger};
  }

  state_view state() override {
    return {{}, {static_cast<std::byte*>(table_.data()), table_.bytes()}};
  }
  bool restored() noexcept override { return true; }

 private:
  /// A field that stands for the key, with `other` as its answer; never 0.
  std::uint64_t field_of(const digest& key) const noexcept {
    return (1 + reduce(key.fingerprint() << digest::sample_bits, fingerprints_)) << 1;
  }

  /// The span that ends with the key's field, whatever its answer; 0 where there is none.
  unsigned match(const std::uint64_t* bucket, std::uint64_t field) const noexcept {
    const std::uint64_t compared = ~layout_.lows;
    switch (layout_.words) {
      case 1:
        return recency_scalar::match<1>(bucket, field, layout_, compared);
      case 4:
        return recency_scalar::match<4>(bucket, field, layout_, compared);
      default:
        return recency_scalar::match<8>(bucket, field, layout_, compared);
    }
  }

  answer answer_at(const std::uint64_t* bucket, unsigned span) const noexcept {
    if (span == 0) return answer::unknown;
    const unsigned bit = span - layout_.bits;
    return static_cast<answer>(bucket[bit / 64] >> (bit % 64) & 1);
  }

  void put_in_front(std::uint64_t* bucket, std::uint64_t field, answer said,
                    unsigned span) noexcept {
    recency_scalar::touch(bucket, field | static_cast<std::uint64_t>(said), span, layout_.bits);
  }

  std::uint64_t* words() noexcept { return static_cast<std::uint64_t*>(table_.data()); }
  const std::uint64_t* words() const noexcept {
    return static_cast<const std::uint64_t*>(table_.data());
  }

  remembering_parameters p_;
  recency_layout layout_;
  std::uint64_t fingerprints_;  // 2^f - 1
  storage table_;
};

}  // namespace sluice
