#pragma once

#include <optional>
#include <vector>

#include "results.hpp"

namespace sluice::lab {

struct run_options {
  setting at;
  unsigned threads = 0;  ///< 0: one a core
  bool progress = false;
};

enum class run_end { finished, stopped };

/// Runs those cells of the experiments that are not in the results yet, side by side, the largest
/// first. SIGINT and SIGTERM stop it; the cells finished by then are kept.
result<run_end> run_cells(const std::vector<const experiment*>& chosen, const run_options& options,
                          results& into);

/// The finished cells of an experiment, or nothing while one is missing.
std::optional<finished_cells> cells_of(const experiment& which, const setting& at,
                                       const results& from);

}  // namespace sluice::lab
