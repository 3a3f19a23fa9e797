#pragma once

#include <fmt/format.h>

#include <string>

#include "experiment.hpp"
#include "numbers.hpp"
#include "streams/crawl.hpp"

namespace sluice::lab {

/// The crawl, or its beginning.
struct crawl_data {
  const char* name;
  std::uint64_t records;
  double distinct;  // share, by the paper
  bool scales;

  double factor(const setting& at) const { return scales ? at.scale : 1; }
  std::uint64_t length(const setting& at) const { return scaled(records, factor(at)); }
  std::string stream(const setting& at) const {
    return fmt::format("the crawl with gaps at {}", factor(at));
  }
  auto make(const setting& at) const {
    return [length = length(at), scale = factor(at)](std::uint64_t seed) {
      return crawl_stream(length, seed, scale);
    };
  }
};

inline constexpr crawl_data first_100K{"100K elements", 100000, 0.7566, false};
inline constexpr crawl_data first_10M{"10M elements", 10000000, 0.4851, false};
inline constexpr crawl_data all_695M{"695M elements", 694984445, 0.1475, true};

inline constexpr const char* stand_in_for_crawl =
    "The authors' crawl cannot be had. The one here is generated (sluice-lab generate urls): its "
    "gaps were fitted to the paper's shares of distinct links and to its column Buffering, so that "
    "these come out by construction, within some points. The columns of SBF and BF are results.";

}  // namespace sluice::lab
