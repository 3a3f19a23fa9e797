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

/// One self-contained HTML page: no script, no file beside it.
std::string as_page(const std::vector<section>& sections);

}  // namespace sluice::lab
