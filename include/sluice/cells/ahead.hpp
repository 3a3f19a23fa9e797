#pragma once

#include <algorithm>
#include <cstddef>

namespace sluice {

/// How many records' cache lines are on their way from memory at once: enough to hide its
/// latency, few enough for the line buffers.
inline constexpr std::size_t records_ahead = 32;

/// Does `work(i)` for i in [0, count), in order, after asking for its memory by `fetch(i)` some
/// records earlier.
template <class Fetch, class Work>
[[gnu::always_inline]] inline void work_ahead(std::size_t count, Fetch fetch, Work work) noexcept {
  const std::size_t head = std::min(count, records_ahead);
  for (std::size_t i = 0; i < head; ++i) fetch(i);
  for (std::size_t i = head; i < count; ++i) {
    fetch(i);
    work(i - head);
  }
  for (std::size_t i = count - head; i < count; ++i) work(i);
}

}  // namespace sluice
