#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sluice/cells/storage.hpp"
#include "sluice/planning/wish.hpp"

// From parameters to things made of them, for every class that has a `parameters_type`: the filters
// and the memories of answers; and the catalogs in which these are found by name.

namespace sluice::detail {

/// The parameters in a list, where something can be made of them.
template <class Subject>
result<typename Subject::parameters_type> checked(const parameter_list& list) {
  auto parameters = with_values(typename Subject::parameters_type{}, list);
  if (!parameters) return parameters;
  if (const auto refusal = parameters->check()) return *refusal;
  return parameters;
}

/// The memory that it would take.
template <class Subject>
result<std::uint64_t> bytes_taken(const parameter_list& list) {
  const auto parameters = checked<Subject>(list);
  if (!parameters) return parameters.failure();
  return storage::rounded(parameters->memory_bytes());
}

/// It, as a `Base`; `what` is what it is for.
template <class Base, class Subject, class... Arguments>
result<std::unique_ptr<Base>> made(const char* what, const parameter_list& list,
                                   Arguments... arguments) {
  const auto parameters = checked<Subject>(list);
  if (!parameters) return parameters.failure();
  try {
    return std::unique_ptr<Base>(std::make_unique<Subject>(*parameters, arguments...));
  } catch (const std::bad_alloc&) {
    return error{error_code::out_of_memory,
                 "the system does not give the " +
                     bytes_in_words(static_cast<double>(parameters->memory_bytes())) + " for the " +
                     what + "; ask for less memory"};
  }
}

/// The wish with whole cache lines of memory.
inline wish in_lines(wish wanted) {
  wanted.memory_bytes = wanted.memory_bytes / 64 * 64;
  return wanted;
}

/// Parameters for a wish, which fit its memory; those that it fixes are kept as they are.
template <class Subject>
result<typename Subject::parameters_type> planned(const wish& wished) {
  if (const auto refusal = refuse_nonsense(wished)) return *refusal;
  const wish wanted = in_lines(wished);
  auto parameters = Subject::parameters_type::plan(wanted);
  if (parameters) parameters = with_values(*parameters, wanted.set);
  if (!parameters) return parameters;
  if (const auto refusal = parameters->check()) return *refusal;
  const std::uint64_t bytes = storage::rounded(parameters->memory_bytes());
  if (bytes > wanted.memory_bytes) {
    return impossible("these parameters take " + bytes_in_words(static_cast<double>(bytes)) +
                      " of memory, more than the " +
                      bytes_in_words(static_cast<double>(wanted.memory_bytes)) + " allowed");
  }
  return parameters;
}

/// The entry of that name in a catalog of such things.
template <class Kind>
result<const Kind*> named(std::span<const Kind> all, std::string_view what, std::string_view name) {
  std::string names;
  for (const Kind& kind : all) {
    if (kind.name == name) return &kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  return error{error_code::unknown_name, "there is no " + std::string(what) + " '" +
                                             std::string(name) + "'; there are: " + names};
}

}  // namespace sluice::detail
