#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sluice/parameters.hpp"
#include "sluice/planning/gaps.hpp"
#include "sluice/words.hpp"

namespace sluice {

/// What somebody wants of a filter, and what is known of the stream.
struct wish {
  std::uint64_t memory_bytes = 256ULL << 20;
  double fpr = 1e-6;                              ///< bound on fresh records called repeats
  std::optional<std::uint64_t> distinct{};        ///< keys to expect
  std::optional<std::uint64_t> members{};         ///< of the set that an oracle knows
  std::optional<std::uint64_t> within_records{};  ///< a repeat only within so many records …
  std::optional<double> within_seconds{};         ///< … or so much time
  std::optional<double> rate{};                   ///< records a second, at most
  std::optional<stream_shape> shape{};            ///< gaps between repeats
  parameter_list set{};                           ///< parameters fixed by hand

  /// The parameter fixed by hand, or else the planner's choice. Values are judged afterwards, by
  /// with_values() and check().
  template <class Number>
  Number chosen(std::string_view name, Number otherwise) const {
    const auto value = find(set, name);
    if (!value || !(*value >= 0 && *value <= 0x1p53)) return otherwise;
    return static_cast<Number>(*value);
  }
};

/// What a plan promises.
struct prediction {
  double fpr = 0;                     ///< at most, once the filter is as full as it will be
  std::optional<double> fnr{};        ///< where the stream's shape is known, or it is always zero
  std::optional<double> remembers{};  ///< keys that it holds at that FPR, where that is a number
  double lines = 0;                   ///< cache lines that a fresh record touches, about
};

/// The refusal of every planner: the parameter, its value, what would work.
inline error impossible(std::string message) {
  return {error_code::impossible_wish, std::move(message)};
}

/// Refuses what no filter can do.
inline std::optional<error> refuse_nonsense(const wish& wanted) {
  if (!(wanted.fpr > 0 && wanted.fpr < 1)) {
    return impossible("the FPR bound must lie between 0 and 1, not be " + in_words(wanted.fpr) +
                      "; 1e-6 and 0.01 are usual");
  }
  if (wanted.memory_bytes < 64) {
    return impossible("the memory must be at least 64 bytes, not " +
                      std::to_string(wanted.memory_bytes));
  }
  if (wanted.memory_bytes > (1ULL << 48)) {
    return impossible("the memory must be at most 256 TiB, not " +
                      bytes_in_words(static_cast<double>(wanted.memory_bytes)));
  }
  if (wanted.distinct && *wanted.distinct == 0) {
    return impossible("the number of distinct keys must be at least 1, not 0");
  }
  if (wanted.within_records && wanted.within_seconds) {
    return impossible("a window is of records or of time, not both; leave out one");
  }
  if (wanted.within_records && *wanted.within_records == 0) {
    return impossible("a window must be at least 1 record long, not 0");
  }
  constexpr double hundred_years = 3.2e9;
  if (wanted.within_seconds &&
      !(*wanted.within_seconds >= 1e-6 && *wanted.within_seconds <= hundred_years)) {
    return impossible("a window must be from a microsecond to a hundred years long, not " +
                      in_words(*wanted.within_seconds) + " seconds");
  }
  if (wanted.rate && !(*wanted.rate > 0 && *wanted.rate <= 1e15)) {
    return impossible("the rate must be more than 0 records a second, not " +
                      in_words(*wanted.rate));
  }
  if (wanted.shape && !(wanted.shape->repeats >= 0 && wanted.shape->repeats <= 1)) {
    return impossible("the share of repeats must lie between 0 and 1, not be " +
                      in_words(wanted.shape->repeats));
  }
  for (const parameter& entry : wanted.set) {
    if (std::count_if(wanted.set.begin(), wanted.set.end(),
                      [&](const parameter& other) { return other.name == entry.name; }) > 1) {
      return impossible("the parameter " + entry.name + " is given twice; leave out one");
    }
  }
  return std::nullopt;
}

}  // namespace sluice
