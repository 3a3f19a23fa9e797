#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sluice/digest.hpp"
#include "sluice/membership/oracle.hpp"
#include "sluice/parameters.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// How often a key that comes for the first time would be answered wrongly from memory.
struct membership_rates {
  double fpr = 0;  ///< of the others, called members
  double fnr = 0;  ///< of the members, called others
};

/// Remembers an oracle's answers for the keys of a stream, in memory that never grows.
///
/// Each record is first recalled; where its key is unknown, the oracle is asked and the answer
/// learned. Then comes the next record: so the answers depend on the stream alone, not on how it is
/// cut into batches.
///
/// A memory belongs to one thread and allocates nothing while it works.
class answer_memory {
 public:
  virtual ~answer_memory() = default;

  /// What recall() would say of each key now. Changes nothing.
  virtual void look_up(std::span<const digest> keys, std::span<answer> answers) const noexcept = 0;

  /// The next record: its answer, or `unknown`. Then nothing has changed and learn() must follow.
  virtual answer recall(const digest& key) noexcept = 0;

  /// The same record with what the oracle says of it.
  virtual void learn(const digest& key, answer truth) noexcept = 0;

  virtual std::string_view name() const noexcept = 0;
  virtual parameter_list parameters() const = 0;

  /// The bytes of its tables, the whole of what grows with the budget.
  virtual std::uint64_t memory_bytes() const noexcept = 0;

  /// The share of its cells in use, 0 to 1; of the fuller part where it has two.
  virtual double fill() const noexcept = 0;

  virtual membership_rates predicted() const noexcept = 0;

  /// All that changes while it works; see state_view.
  virtual state_view state() = 0;

  /// Takes the state as overwritten. False: it contradicts itself, and the memory is of no use.
  virtual bool restored() noexcept = 0;

 protected:
  answer_memory() = default;
  answer_memory(const answer_memory&) = default;
  answer_memory(answer_memory&&) = default;
  answer_memory& operator=(const answer_memory&) = default;
  answer_memory& operator=(answer_memory&&) = default;
};

}  // namespace sluice
