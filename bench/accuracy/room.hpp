#pragma once

#include <fmt/format.h>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "streams/uniform.hpp"

namespace sluice::bench {

/// With room to spare: half as many distinct keys as recency states to hold, each about eight
/// times, in random order. Prints what every filter misses of the repeats in the same memory.
inline void print_room_to_spare() {
  constexpr std::uint64_t bytes = 1 << 18;
  fmt::print("\nFNR in %, with half the keys that recency holds in {}\n{:8}{:>9}",
             bytes_in_words(bytes), "target", "keys");
  for (const filter_kind& kind : all_filters) fmt::print("{:>12}", kind.name);
  fmt::print("\n");
  for (const double target : {0.1, 0.01, 1e-3, 1e-4, 1e-6}) {
    const wish wanted{.memory_bytes = bytes, .fpr = target};
    const auto keys =
        static_cast<std::uint64_t>(*make_plan("recency", wanted)->expected.remembers / 2);
    fmt::print("{:8}{:9}", in_words(target), keys);
    for (const filter_kind& kind : all_filters) {
      const auto planned = kind.make_plan(wanted);
      const auto subject = make_filter(*planned, 1);
      lab::uniform_stream stream(keys, 1);
      fmt::print("{:12.3f}", lab::measure(**subject, stream, 8 * keys).fnr() * 100);
    }
    fmt::print("\n");
  }
}

}  // namespace sluice::bench
