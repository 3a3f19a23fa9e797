#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/making.hpp"
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
result<memory_plan> make_memory_plan(const wish& wanted);

template <class Memory>
result<std::unique_ptr<answer_memory>> make_memory(const parameter_list& list) {
  return made<answer_memory, Memory>("answers", list);
}

template <class Memory>
inline constexpr memory_kind memory_entry{Memory::kind, Memory::summary, make_memory_plan<Memory>,
                                          memory_bytes<Memory>, make_memory<Memory>};

template <class Memory>
result<memory_plan> make_memory_plan(const wish& wanted) {
  const auto parameters = planned<Memory>(wanted);
  if (!parameters) return parameters.failure();
  return memory_plan{&memory_entry<Memory>, to_list(*parameters),
                     storage::rounded(parameters->memory_bytes())};
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
