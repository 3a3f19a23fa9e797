#pragma once

#include <cstdint>

namespace sluice::lab {

/// A stream's next record: the number of its key, and whether that came before.
struct stream_record {
  std::uint64_t key;
  bool repeat;
};

}  // namespace sluice::lab
