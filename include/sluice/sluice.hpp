#pragma once

/// The whole library: digests, filters, memories of an oracle's answers, the planning that gives
/// them their parameters, the audit of their errors, and the snapshots in which they survive. Apart
/// from this stand sluice/keyed_digest.hpp and sluice/snapshot/zstd.hpp, which need one more
/// library each.

#include "sluice/audit.hpp"
#include "sluice/catalog.hpp"
#include "sluice/digest.hpp"
#include "sluice/error_rates.hpp"
#include "sluice/filter.hpp"
#include "sluice/membership/catalog.hpp"
#include "sluice/membership/inquiry.hpp"
#include "sluice/planning/choice.hpp"
#include "sluice/planning/sample.hpp"
#include "sluice/snapshot.hpp"
#include "sluice/snapshot/descriptors.hpp"
