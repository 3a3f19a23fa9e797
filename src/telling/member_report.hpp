#pragma once

#include <cstdint>
#include <string>

#include "sluice/membership/audit.hpp"
#include "sluice/membership/catalog.hpp"
#include "telling/report.hpp"

namespace sluice {

/// What came of asking an oracle.
struct member_standing {
  standing stream;
  std::uint64_t questions = 0;
  membership_rates predicted{};
  membership_audit audit{};
};

/// Members and others, for standing and for marked records.
wording member_wording();

/// What the memory was chosen for and what to expect of it.
std::string member_expectation(const memory_plan& chosen);

/// "… 900,000 others, 100,000 members (10.0 %); 20,000 questions; audit: precision 1.000000 …"
std::string member_summary(const member_standing& end);

/// The same for programs: a JSON object in one line.
std::string member_stats_json(const member_standing& end, const memory_plan& chosen);

}  // namespace sluice
