#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/planning/choice.hpp"
#include "sluice/planning/sample.hpp"

namespace sluice {

/// One filter in a comparison.
struct plan_row {
  const filter_kind* kind = nullptr;
  std::optional<plan> planned{};           ///< nothing where it was refused
  std::string refusal{};                   ///< then, why
  std::optional<error_rates> simulated{};  ///< on the sample
  std::optional<std::uint64_t> memory{};   ///< for the wanted FNR
};

/// All filters at one budget and bound.
struct plan_table {
  wish wanted;
  std::optional<double> wanted_fnr{};
  std::vector<plan_row> rows{};
  std::string_view chosen{};            ///< by `auto`; empty where it was refused
  std::string reason{};                 ///< a sentence, whichever it was
  std::optional<std::string> sample{};  ///< what was learnt from it
};

/// Works all filters out, runs them on the sample if there is one, and finds the memory for a
/// wanted FNR if there is one.
plan_table compare_filters(const wish& wanted, const sample* seen,
                           std::optional<double> wanted_fnr);

/// For a person, and for programs.
std::string as_text(const plan_table& table);
std::string as_json(const plan_table& table);

}  // namespace sluice
