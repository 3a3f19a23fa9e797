#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sluice/filters/biased.hpp"
#include "sluice/filters/bloom.hpp"
#include "sluice/filters/buffer.hpp"
#include "sluice/filters/counting.hpp"
#include "sluice/filters/fp_buffer.hpp"
#include "sluice/filters/recency.hpp"
#include "sluice/filters/reservoir.hpp"
#include "sluice/filters/stable.hpp"
#include "sluice/filters/window.hpp"
#include "sluice/making.hpp"

namespace sluice {

struct filter_kind;

/// A filter worked out but not yet built: which, with what parameters, and what to expect.
struct plan {
  const filter_kind* kind = nullptr;
  parameter_list parameters;
  std::uint64_t memory_bytes = 0;
  prediction expected;
};

/// One entry of the list of all filters.
struct filter_kind {
  std::string_view name;
  std::string_view summary;

  /// Parameters for a wish; those the wish fixes are kept as they are.
  result<plan> (*make_plan)(const wish& wanted);

  /// The memory of a filter with exactly these parameters.
  result<std::uint64_t> (*memory_bytes)(const parameter_list& parameters);

  /// That filter, in its first state.
  result<std::unique_ptr<filter>> (*make_filter)(const parameter_list& parameters,
                                                 std::uint64_t seed);
};

namespace detail {

template <class Filter>
result<plan> make_plan(const wish& wanted);

template <class Filter>
result<std::unique_ptr<filter>> make_filter(const parameter_list& list, std::uint64_t seed) {
  return made<filter, Filter>("filter", list, seed);
}

template <class Filter>
inline constexpr filter_kind entry{Filter::kind, Filter::summary, make_plan<Filter>,
                                   memory_bytes<Filter>, make_filter<Filter>};

template <class Filter>
result<plan> make_plan(const wish& wanted) {
  const auto parameters = planned<Filter>(wanted);
  if (!parameters) return parameters.failure();
  return plan{&entry<Filter>, to_list(*parameters), storage::rounded(parameters->memory_bytes()),
              parameters->predict(in_lines(wanted))};
}

}  // namespace detail

/// All filters. Tests, the command and the docs draw on this list.
inline constexpr std::array all_filters{
    detail::entry<recency_filter>, detail::entry<window_filter>,
    detail::entry<bloom_filter>,   detail::entry<counting_filter>,
    detail::entry<stable_filter>,  detail::entry<reservoir_filter>,
    detail::entry<biased_filter>,  detail::entry<load_biased_filter>,
    detail::entry<buffer_filter>,  detail::entry<fp_buffer_filter>,
};

/// The entry of that name.
inline result<const filter_kind*> find_filter(std::string_view name) {
  std::string names;
  for (const filter_kind& kind : all_filters) {
    if (kind.name == name) return &kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  return error{error_code::unknown_name,
               "there is no filter '" + std::string(name) + "'; there are: " + names};
}

/// Plans a filter by name.
inline result<plan> make_plan(std::string_view name, const wish& wanted) {
  const auto kind = find_filter(name);
  if (!kind) return kind.failure();
  return (*kind)->make_plan(wanted);
}

/// Builds what was planned.
inline result<std::unique_ptr<filter>> make_filter(const plan& planned, std::uint64_t seed = 0) {
  assert(planned.kind != nullptr);
  return planned.kind->make_filter(planned.parameters, seed);
}

}  // namespace sluice
