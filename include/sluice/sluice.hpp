#pragma once

/// The whole library: digests, filters, and the planning that gives them their parameters.
/// Apart from this stands sluice/keyed_digest.hpp, which needs one more library.

#include "sluice/catalog.hpp"
#include "sluice/digest.hpp"
#include "sluice/filter.hpp"
