#pragma once

#include <array>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "sluice/checked.hpp"
#include "sluice/membership/appending.hpp"
#include "sluice/membership/appending_window.hpp"
#include "sluice/membership/preloaded.hpp"
#include "sluice/membership/remembering.hpp"
#include "sluice/snapshot/header.hpp"

namespace sluice {

struct memory_kind;

/// A memory of answers worked out but not yet built.
struct memory_plan {
  const memory_kind* kind = nullptr;
  parameter_list parameters;
  std::uint64_t memory_bytes = 0;
};

/// One entry of the list of all memories of answers.
struct memory_kind {
  std::string_view name;
  std::string_view summary;

  /// Parameters for a wish; those the wish fixes are kept as they are.
  result<memory_plan> (*make_plan)(const wish& wanted);

  /// The bytes of a memory with exactly these parameters.
  result<std::uint64_t> (*memory_bytes)(const parameter_list& parameters);

  /// That memory, in its first state.
  result<std::unique_ptr<answer_memory>> (*make_memory)(const parameter_list& parameters);
};

namespace detail {

template <class Memory>
result<memory_plan> make_memory_plan(const wish& wished);

template <class Memory>
result<std::unique_ptr<answer_memory>> make_memory(const parameter_list& list) {
  const auto parameters = checked<Memory>(list);
  if (!parameters) return parameters.failure();
  try {
    return std::unique_ptr<answer_memory>(std::make_unique<Memory>(*parameters));
  } catch (const std::bad_alloc&) {
    return error{error_code::out_of_memory,
                 "the system does not give the " +
                     bytes_in_words(static_cast<double>(parameters->memory_bytes())) +
                     " for the answers; ask for less memory"};
  }
}

template <class Memory>
inline constexpr memory_kind memory_entry{Memory::kind, Memory::summary, make_memory_plan<Memory>,
                                          memory_bytes<Memory>, make_memory<Memory>};

template <class Memory>
result<memory_plan> make_memory_plan(const wish& wished) {
  if (const auto refusal = refuse_nonsense(wished)) return *refusal;
  wish wanted = wished;
  wanted.memory_bytes = wished.memory_bytes / 64 * 64;  // whole cache lines
  auto planned = Memory::parameters_type::plan(wanted);
  if (planned) planned = with_values(*planned, wanted.set);
  if (!planned) return planned.failure();
  if (const auto refusal = planned->check()) return *refusal;
  const std::uint64_t bytes = storage::rounded(planned->memory_bytes());
  if (bytes > wanted.memory_bytes) {
    return impossible("these parameters take " + bytes_in_words(static_cast<double>(bytes)) +
                      " of memory, more than the " +
                      bytes_in_words(static_cast<double>(wanted.memory_bytes)) + " allowed");
  }
  return memory_plan{&memory_entry<Memory>, to_list(*planned), bytes};
}

}  // namespace detail

/// All memories of answers; the first is the default.
inline constexpr std::array all_memories{
    detail::memory_entry<remembering_memory>,
    detail::memory_entry<appending_memory>,
    detail::memory_entry<appending_window_memory>,
    detail::memory_entry<preloaded_memory>,
};

inline result<const memory_kind*> find_memory(std::string_view name) {
  std::string names;
  for (const memory_kind& kind : all_memories) {
    if (kind.name == name) return &kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  return error{error_code::unknown_name,
               "there is no memory of answers '" + std::string(name) + "'; there are: " + names};
}

/// The memory that a snapshot was made of, in its first state.
inline result<std::unique_ptr<answer_memory>> make_memory_for(const memory_kind& kind,
                                                              const snapshot_header& header) {
  const auto bytes = kind.memory_bytes(header.parameters);
  if (!bytes) return damaged("has impossible parameters: " + bytes.failure().message);
  if (*bytes != header.parts.front().cells) return damaged("has parameters of another size");
  return kind.make_memory(header.parameters);
}

}  // namespace sluice
