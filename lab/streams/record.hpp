#pragma once

#include <cstdint>

#include "sluice/dice.hpp"

namespace sluice::lab {

/// A stream's next record: the number of its key, and whether that came before.
struct stream_record {
  std::uint64_t key;
  bool repeat;
};

/// A stream's random choices. Not the words that a filter of the same seed draws for its records.
inline dice stream_dice(std::uint64_t seed, std::uint64_t record) {
  return {seed ^ 0x5bf03635f0935ad1, record};
}

}  // namespace sluice::lab
