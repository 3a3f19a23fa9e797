// The filters and the memories of answers, compiled once for the whole tree.

#include "sluice/catalog.hpp"

#include "sluice/membership/catalog.hpp"

namespace sluice::detail {

template struct filter_entry<recency_filter>;
template struct filter_entry<window_filter>;
template struct filter_entry<bloom_filter>;
template struct filter_entry<counting_filter>;
template struct filter_entry<stable_filter>;
template struct filter_entry<reservoir_filter>;
template struct filter_entry<biased_filter>;
template struct filter_entry<load_biased_filter>;
template struct filter_entry<buffer_filter>;
template struct filter_entry<fp_buffer_filter>;

template struct memory_entry<remembering_memory>;
template struct memory_entry<appending_memory>;
template struct memory_entry<appending_window_memory>;
template struct memory_entry<preloaded_memory>;

}  // namespace sluice::detail
