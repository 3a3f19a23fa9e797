#pragma once

#include <string>
#include <vector>

#include "experiment.hpp"
#include "sluice/result.hpp"

namespace sluice::lab {

/// "1/50", "0.02" or "1": more than 0, at most 1.
result<double> scale_from(const std::string& text);

/// Those with these ids, in the order of the list; `all` for all that can run.
result<std::vector<const experiment*>> experiments_named(const std::vector<std::string>& ids);

}  // namespace sluice::lab
