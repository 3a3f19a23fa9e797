#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sluice/cells/lru_set.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice {

/// As many keys as fit, up to the most that an lru_set can number.
inline std::uint64_t keys_within(std::uint64_t bytes) {
  return std::min(lru_set::fitting(bytes), lru_set::most_keys);
}

/// An exact buffer of the keys used last.
struct buffer_parameters {
  std::uint64_t n = 0;  ///< keys it holds

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("n", self.n);
  }

  std::uint64_t memory_bytes() const { return lru_set::bytes_for(n); }

  /// A repeat is missed when at least n other keys came in between: the distinct keys within its
  /// gap, which hardly vary around their mean.
  double fnr(const stream_shape& shape) const {
    return shape.gaps.mean_of([&](double gap) {
      return shape.distinct_within(gap) > static_cast<double>(n) ? 1.0 : 0.0;
    });
  }

  std::optional<error> check() const {
    if (n == 0 || n > lru_set::most_keys) {
      return impossible("a buffer holds from 1 to " + in_words(lru_set::most_keys) +
                        " keys of 32 bytes, not " + in_words(static_cast<double>(n)) +
                        "; past that, filters that keep fingerprints do more with the memory");
    }
    return std::nullopt;
  }

  static result<buffer_parameters> plan(const wish& wanted) {
    return buffer_parameters{.n = wanted.chosen("n", keys_within(wanted.memory_bytes))};
  }

  prediction predict(const wish& wanted) const {
    prediction promise{.fpr = 0, .remembers = static_cast<double>(n), .lines = 5};
    if (wanted.shape) promise.fnr = fnr(*wanted.shape);
    return promise;
  }
};

/// The same with a coin: a key that is not in the buffer is called a repeat with probability q.
struct fp_buffer_parameters {
  std::uint64_t n = 0;  ///< keys it holds
  double q = 0;         ///< weight of the coin, the FPR

  template <class Self, class Visit>
  static void each(Self& self, Visit visit) {
    visit("n", self.n);
    visit("q", self.q);
  }

  std::uint64_t memory_bytes() const { return lru_set::bytes_for(n); }

  std::optional<error> check() const {
    if (!(q >= 0 && q <= 1)) return impossible("q must be from 0 to 1, not " + in_words(q));
    return buffer_parameters{n}.check();
  }

  static result<fp_buffer_parameters> plan(const wish& wanted) {
    return fp_buffer_parameters{.n = wanted.chosen("n", keys_within(wanted.memory_bytes)),
                                .q = wanted.chosen("q", wanted.fpr)};
  }

  prediction predict(const wish& wanted) const {
    prediction promise = buffer_parameters{n}.predict(wanted);
    promise.fpr = q;
    if (promise.fnr) *promise.fnr *= 1 - q;
    return promise;
  }
};

}  // namespace sluice
