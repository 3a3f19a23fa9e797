#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "reading/block.hpp"
#include "sluice/filter.hpp"

namespace sluice {

/// How far a judge came with a block's keys, and why not to their end.
struct judgement {
  std::size_t keys = 0;  ///< that have their verdict, from the first on
  std::optional<error> failure{};
};

/// Says of each key what becomes of its record. Belongs to one thread.
class judge {
 public:
  virtual ~judge() = default;

  /// Gives the block's keys their verdicts, in order. `ahead` are the blocks that come next, as far
  /// as they are read: for those who would rather ask for many keys at once.
  virtual judgement decide(const block& records, std::span<const block* const> ahead,
                           std::span<verdict> verdicts) = 0;
};

}  // namespace sluice
