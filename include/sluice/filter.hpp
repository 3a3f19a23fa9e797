#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

#include "sluice/digest.hpp"
#include "sluice/parameters.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// What a filter says of a record: its key is new, or was seen before.
enum class verdict : std::uint8_t { fresh = 0, repeat = 1 };

/// Remembers keys of an unbounded stream in memory that never grows.
///
/// Two errors are possible: a fresh record called a repeat (their share among the fresh ones is
/// the FPR) and a repeat called fresh (the FNR). Each filter's page says which it makes.
///
/// A filter belongs to one thread. The same parameters, seed and stream give the same verdicts
/// and the same bits, however the stream is cut into batches. Observing allocates nothing.
class filter {
 public:
  virtual ~filter() = default;

  /// For each key in turn: decides whether it was seen before, then remembers it.
  void observe(std::span<const digest> keys, std::span<verdict> verdicts) noexcept {
    assert(keys.size() == verdicts.size());
    observe_batch(keys, verdicts);
  }

  verdict observe(const digest& key) noexcept {
    verdict answer{};
    observe_batch({&key, 1}, {&answer, 1});
    return answer;
  }

  /// Tells what time it is, in nanoseconds since any fixed moment; never goes back. Only filters
  /// with a window in time listen.
  virtual void advance_to(std::uint64_t /*nanoseconds*/) noexcept {}

  /// Would observe() call this key a repeat now? Changes nothing.
  virtual bool contains(const digest& key) const noexcept = 0;

  virtual std::string_view name() const noexcept = 0;
  virtual parameter_list parameters() const = 0;

  /// The bytes of its tables, the whole of what grows with the budget.
  virtual std::uint64_t memory_bytes() const noexcept = 0;

  /// The share of its cells in use, 0 to 1.
  virtual double fill() const noexcept = 0;

  /// The probability that a fresh key would be called a repeat now.
  virtual double predicted_fpr() const noexcept = 0;

  /// What its random choices are made from; 0 where it makes none.
  virtual std::uint64_t seed() const noexcept { return 0; }

  /// All that observing changes. Together with name, parameters and seed it is the filter.
  virtual state_view state() = 0;

  /// To be called after its state was overwritten: works out what follows from it. False where no
  /// filter of these parameters can be in that state; such a filter is good for nothing any more.
  virtual bool restored() noexcept = 0;

 protected:
  filter() = default;
  filter(const filter&) = default;
  filter(filter&&) = default;
  filter& operator=(const filter&) = default;
  filter& operator=(filter&&) = default;

 private:
  virtual void observe_batch(std::span<const digest> keys,
                             std::span<verdict> verdicts) noexcept = 0;
};

}  // namespace sluice
