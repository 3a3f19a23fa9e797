#pragma once

/// The whole library: digests, filters, the planning that gives them their parameters, and the
/// snapshots in which they survive. Apart from this stand sluice/keyed_digest.hpp and
/// sluice/snapshot/zstd.hpp, which need one more library each.

#include "sluice/catalog.hpp"
#include "sluice/digest.hpp"
#include "sluice/error_rates.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/choice.hpp"
#include "sluice/planning/sample.hpp"
#include "sluice/snapshot.hpp"
#include "sluice/snapshot/descriptors.hpp"
