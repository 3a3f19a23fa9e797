#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "sluice/audit.hpp"
#include "sluice/catalog.hpp"

namespace sluice {

/// "of about 2.4 million repeats 12.1 % (11.8–12.4) passed unnoticed; of about 5.6 million fresh
/// records 6 (0–21) were dropped (87,500 keys followed, 1 in 64)". Nothing before the first record.
std::optional<std::string> audit_sentence(const audit_figures& found);

/// "FNR 12 %": for a line where room is scarce; the FPR, too, where there is more. Empty where
/// nothing is known.
std::string audit_in_short(const audit_figures& found, bool more_room);

/// "the FNR is 12.1 % (11.8–12.4), above the limit of 10 %; …"
std::string limit_passed(const std::string& name, double limit, const estimate& rate);

/// What would bring the missed repeats below one in a hundred, where they are more and something
/// would: "about -m 600M would …".
std::optional<std::string> memory_advice(const audit& by, const plan& chosen, wish wanted);

/// For programs.
nlohmann::ordered_json audit_json(const audit_figures& found);

}  // namespace sluice
