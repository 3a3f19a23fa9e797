#pragma once

/// The whole library: digests, filters, and the planning that gives them their parameters.
/// Apart from this stands sluice/keyed_digest.hpp, which needs one more library.

#include "sluice/audit.hpp"
#include "sluice/catalog.hpp"
#include "sluice/digest.hpp"
#include "sluice/error_rates.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/choice.hpp"
#include "sluice/planning/sample.hpp"
