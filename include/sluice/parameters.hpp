#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/result.hpp"

namespace sluice {

/// A filter's parameter under its paper's symbol. Whole numbers up to 2^53 are exact.
struct parameter {
  std::string name;
  double value = 0;

  friend bool operator==(const parameter&, const parameter&) = default;
};

using parameter_list = std::vector<parameter>;

inline std::optional<double> find(const parameter_list& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const parameter& entry) { return entry.name == name; });
  if (found == list.end()) return std::nullopt;
  return found->value;
}

// Each filter has a struct of parameters with a static
//     each(self, visit)    calls visit("symbol", self.field) for every field.
// The three functions below are all that is ever done with them by name.

template <class Parameters>
parameter_list to_list(const Parameters& parameters) {
  parameter_list list;
  Parameters::each(parameters, [&](std::string_view name, const auto& field) {
    list.push_back({std::string(name), static_cast<double>(field)});
  });
  return list;
}

template <class Parameters>
std::string names_of() {
  std::string names;
  for (const parameter& entry : to_list(Parameters{})) {
    names += (names.empty() ? "" : ", ") + entry.name;
  }
  return names;
}

/// Overwrites the fields named in the list; refuses names that are not there and fractions where
/// a count belongs.
template <class Parameters>
result<Parameters> with_values(Parameters parameters, const parameter_list& list) {
  for (const parameter& entry : list) {
    bool known = false;
    bool fits = false;
    Parameters::each(parameters, [&](std::string_view name, auto& field) {
      if (name != entry.name) return;
      using field_type = std::remove_reference_t<decltype(field)>;
      known = true;
      fits = std::is_floating_point_v<field_type> ||
             (entry.value >= 0 && entry.value <= 0x1p53 && entry.value == std::floor(entry.value));
      if (fits) field = static_cast<field_type>(entry.value);
    });
    if (!known) {
      return error{error_code::unknown_name, "there is no parameter '" + entry.name +
                                                 "' here; there are: " + names_of<Parameters>()};
    }
    if (!fits) {
      return error{error_code::impossible_wish,
                   "the parameter " + entry.name + " must be a whole number from 0 to 2^53"};
    }
  }
  return parameters;
}

}  // namespace sluice
