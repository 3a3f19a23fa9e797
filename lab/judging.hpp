#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "account.hpp"

namespace sluice::lab {

/// What became of a claim: all of it holds, the main part, or not even that.
inline outcome graded(bool all, bool main_part) {
  if (all) return outcome::holds;
  return main_part ? outcome::in_part : outcome::fails;
}

/// Is `ours` what a sentence says in round numbers?
inline bool about(double paper, double ours, double tolerance = 0.1) {
  return std::abs(ours - paper) <= tolerance * std::abs(paper);
}

/// A curve with so many points at most, the last of them included.
inline series curve(std::string name, const std::vector<double>& x, const std::vector<double>& y,
                    stroke how = stroke::line, std::size_t most = 250) {
  series thinned{std::move(name), {}, {}, how};
  const std::size_t step = (x.size() + most - 1) / most;
  for (std::size_t i = (x.size() - 1) % step; i < x.size(); i += step) {
    thinned.x.push_back(x[i]);
    thinned.y.push_back(y[i]);
  }
  return thinned;
}

}  // namespace sluice::lab
