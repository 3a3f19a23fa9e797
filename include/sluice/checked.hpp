#pragma once

#include <cstdint>

#include "sluice/cells/storage.hpp"
#include "sluice/parameters.hpp"

namespace sluice::detail {

/// The parameters in a list, where something can be made of them.
template <class Subject>
result<typename Subject::parameters_type> checked(const parameter_list& list) {
  const auto parameters = with_values(typename Subject::parameters_type{}, list);
  if (!parameters) return parameters.failure();
  if (const auto refusal = parameters->check()) return *refusal;
  return parameters;
}

/// The memory that it would take.
template <class Subject>
result<std::uint64_t> memory_bytes(const parameter_list& list) {
  const auto parameters = checked<Subject>(list);
  if (!parameters) return parameters.failure();
  return storage::rounded(parameters->memory_bytes());
}

}  // namespace sluice::detail
