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

/// A memory's entry and what is behind it; see filter_entry.
template <class Memory>
struct memory_entry {
  static result<memory_plan> make_plan(const wish& wanted);
  static result<std::uint64_t> memory_bytes(const parameter_list& list);
  static result<std::unique_ptr<answer_memory>> make_memory(const parameter_list& list);

  static constexpr memory_kind kind{Memory::kind, Memory::summary, make_plan, memory_bytes,
                                    make_memory};
};

template <class Memory>
result<memory_plan> memory_entry<Memory>::make_plan(const wish& wanted) {
  const auto parameters = planned<Memory>(wanted);
  if (!parameters) return parameters.failure();
  return memory_plan{&kind, to_list(*parameters), storage::rounded(parameters->memory_bytes())};
}

template <class Memory>
result<std::uint64_t> memory_entry<Memory>::memory_bytes(const parameter_list& list) {
  return bytes_taken<Memory>(list);
}

template <class Memory>
result<std::unique_ptr<answer_memory>> memory_entry<Memory>::make_memory(
    const parameter_list& list) {
  return made<answer_memory, Memory>("answers", list);
}

#ifdef SLUICE_COMPILED_CATALOG
extern template struct memory_entry<remembering_memory>;
extern template struct memory_entry<appending_memory>;
extern template struct memory_entry<appending_window_memory>;
extern template struct memory_entry<preloaded_memory>;
#endif

}  // namespace detail

/// All memories of answers; the first is the default.
inline constexpr std::array all_memories{
    detail::memory_entry<remembering_memory>::kind,
    detail::memory_entry<appending_memory>::kind,
    detail::memory_entry<appending_window_memory>::kind,
    detail::memory_entry<preloaded_memory>::kind,
};

/// The entry of that name.
inline result<const memory_kind*> find_memory(std::string_view name) {
  return detail::named<memory_kind>(all_memories, "memory of answers", name);
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
