#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment.hpp"

namespace sluice::lab {

/// An experiment on the page: what it has to say, or that it has not been run.
struct section {
  const experiment* about = nullptr;
  std::optional<account> told{};
  setting at{};
  std::string dates{};  ///< when its cells were finished
};

/// How many rates and claims came out how, over all sections.
struct tally {
  int agreeing = 0, misprinted = 0, differing = 0;  ///< rates that the paper prints
  int holding = 0, in_part = 0, failing = 0;        ///< claims
};
tally tally_of(const std::vector<section>& sections);

/// One self-contained HTML page: no script, no file beside it.
std::string as_page(const std::vector<section>& sections);

}  // namespace sluice::lab
