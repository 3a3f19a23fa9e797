#pragma once

#include <string>
#include <utility>

#include "sluice/catalog.hpp"

namespace sluice {

/// The filter that `auto` takes, and why.
struct choice {
  plan planned;
  std::string reason;  ///< a sentence without its full stop
};

/// A window asked for: `window`. All keys known to fit at the bound: `bloom`, which misses nothing.
/// Else: `recency`.
inline result<choice> choose(const wish& wanted) {
  const auto because = [](result<plan> planned, std::string reason) -> result<choice> {
    if (!planned) return planned.failure();
    return choice{std::move(*planned), std::move(reason)};
  };
  if (wanted.within_records || wanted.within_seconds) {
    return because(make_plan("window", wanted),
                   "window, because it misses no repeat within the span asked for");
  }
  if (!wanted.distinct) {
    return because(
        make_plan("recency", wanted),
        "recency, because it misses the fewest repeats when the number of keys is unknown");
  }
  if (auto fits = make_plan("bloom", wanted)) {
    return because(std::move(fits), "bloom, because all " +
                                        in_words(static_cast<double>(*wanted.distinct)) +
                                        " keys fit, so that no repeat is missed");
  }
  return because(
      make_plan("recency", wanted),
      "recency, because " + in_words(static_cast<double>(*wanted.distinct)) +
          " keys do not fit a Bloom filter at this FPR, and it misses the fewest repeats");
}

/// The least memory at which a filter's predicted FNR is as low as wanted. The wish must know the
/// stream's gaps, except for filters that never miss a repeat.
inline result<std::uint64_t> memory_for(const filter_kind& kind, wish wanted, double fnr) {
  if (!wanted.distinct && (kind.name == "bloom" || kind.name == "counting")) {
    return impossible(
        std::string(kind.name) +
        " misses nothing in any memory; it takes the number of distinct keys to size it");
  }
  const auto enough = [&](std::uint64_t bytes) {
    wanted.memory_bytes = bytes;
    const auto planned = kind.make_plan(wanted);
    return planned && planned->expected.fnr && *planned->expected.fnr <= fnr;
  };
  constexpr std::uint64_t most = 1ULL << 44;
  std::uint64_t high = 64;
  while (high < most && !enough(high)) high *= 2;
  if (high == most) {
    return impossible("no memory up to 16 TiB brings " + std::string(kind.name) + " to an FNR of " +
                      in_words(fnr) + (wanted.shape ? "" : "; it takes the stream's gaps to tell"));
  }
  std::uint64_t low = high / 2;
  while (high - low > high / 256 + 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace sluice
