#pragma once

#include <cstddef>
#include <span>

#include "sluice/result.hpp"

namespace sluice {

/// Where bytes come from: a file, a pipe, what a decompressor makes of them.
class source {
 public:
  virtual ~source() = default;

  /// Waits for at least one byte and takes what is there, up to the size of `into`. 0 at the end.
  virtual result<std::size_t> read(std::span<char> into) = 0;

  /// Is there something to read without waiting? Records that came are not held back for more.
  virtual bool ready() = 0;
};

}  // namespace sluice
