#pragma once

#include <string>

#include "experiment.hpp"

namespace sluice::lab {

/// An account as text for a terminal. Pictures are left to the report.
std::string as_text(const experiment& which, const account& told);

}  // namespace sluice::lab
