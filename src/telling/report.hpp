#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "running/totals.hpp"
#include "sluice/audit.hpp"
#include "sluice/catalog.hpp"

namespace sluice {

/// What the two kinds of records are called.
struct wording {
  std::string one_fresh = "fresh";
  std::string fresh = "fresh";  ///< of several
  std::string repeat = "repeat";
};

/// How far the work is.
struct standing {
  totals so_far;
  double seconds = 0;
  std::uint64_t consumed = 0;          ///< bytes of the files
  std::optional<std::uint64_t> all{};  ///< bytes of all files, where known
  std::optional<audit_figures> audit{};
  wording words{};
};

/// What the filter was chosen for and what to expect of it, in plain words.
std::string expectation(const plan& chosen);

/// "8,000,000 records (728 MB) in 0.29 s, 2.5 GB/s: 5,600,000 fresh, 2,400,000 repeats (30.0 %)"
std::string summary(const standing& now);

/// One line for a terminal of that many columns; with a bar where the end is known.
std::string progress_line(const standing& now, unsigned columns, bool colours);

/// The summary for programs: a JSON object in one line.
std::string stats_json(const standing& end, const plan& chosen);

}  // namespace sluice
