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

/// A filter's entry and what is behind it. The functions are not inline, so that a program of many
/// sources can compile them once: with SLUICE_COMPILED_CATALOG defined, one source has to
/// instantiate the entries of both catalogs.
template <class Filter>
struct filter_entry {
  static result<plan> make_plan(const wish& wanted);
  static result<std::uint64_t> memory_bytes(const parameter_list& list);
  static result<std::unique_ptr<filter>> make_filter(const parameter_list& list,
                                                     std::uint64_t seed);

  static constexpr filter_kind kind{Filter::kind, Filter::summary, make_plan, memory_bytes,
                                    make_filter};
};

template <class Filter>
result<plan> filter_entry<Filter>::make_plan(const wish& wanted) {
  const auto parameters = planned<Filter>(wanted);
  if (!parameters) return parameters.failure();
  return plan{&kind, to_list(*parameters), storage::rounded(parameters->memory_bytes()),
              parameters->predict(in_lines(wanted))};
}

template <class Filter>
result<std::uint64_t> filter_entry<Filter>::memory_bytes(const parameter_list& list) {
  return bytes_taken<Filter>(list);
}

template <class Filter>
result<std::unique_ptr<filter>> filter_entry<Filter>::make_filter(const parameter_list& list,
                                                                  std::uint64_t seed) {
  return made<filter, Filter>("filter", list, seed);
}

#ifdef SLUICE_COMPILED_CATALOG  // somewhere in the program, once
extern template struct filter_entry<recency_filter>;
extern template struct filter_entry<window_filter>;
extern template struct filter_entry<bloom_filter>;
extern template struct filter_entry<counting_filter>;
extern template struct filter_entry<stable_filter>;
extern template struct filter_entry<reservoir_filter>;
extern template struct filter_entry<biased_filter>;
extern template struct filter_entry<load_biased_filter>;
extern template struct filter_entry<buffer_filter>;
extern template struct filter_entry<fp_buffer_filter>;
#endif

}  // namespace detail

/// All filters. Tests, the command and the docs draw on this list.
inline constexpr std::array all_filters{
    detail::filter_entry<recency_filter>::kind, detail::filter_entry<window_filter>::kind,
    detail::filter_entry<bloom_filter>::kind,   detail::filter_entry<counting_filter>::kind,
    detail::filter_entry<stable_filter>::kind,  detail::filter_entry<reservoir_filter>::kind,
    detail::filter_entry<biased_filter>::kind,  detail::filter_entry<load_biased_filter>::kind,
    detail::filter_entry<buffer_filter>::kind,  detail::filter_entry<fp_buffer_filter>::kind,
};

/// The entry of that name.
inline result<const filter_kind*> find_filter(std::string_view name) {
  return detail::named<filter_kind>(all_filters, "filter", name);
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
