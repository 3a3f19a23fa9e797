#include <algorithm>
#include <iterator>
#include <string_view>

#include "experiment.hpp"
#include "experiments/families.hpp"

namespace sluice::lab {
namespace {

/// Papers in the order in which this project met them, tables before figures.
std::ptrdiff_t rank(std::string_view id) {
  static constexpr std::string_view order[] = {"rsbf-table", "rsbf-figure", "rsbf-",
                                               "sbf-",       "dabf-",       "ours-"};
  return std::find_if(std::begin(order), std::end(order),
                      [&](std::string_view prefix) { return id.starts_with(prefix); }) -
         std::begin(order);
}

}  // namespace

const std::vector<experiment>& all_experiments() {
  static const std::vector<experiment> all = [] {
    std::vector<experiment> joined;
    for (const auto family :
         {rsbf_tables, rsbf_click_figures, rsbf_synthetic_figures, rsbf_convergence_figures,
          sbf_parameter_figures, sbf_crawl_figures, sbf_comparison_tables, sbf_synthetic_figures,
          dabf_split_figures, dabf_memory_figures, dabf_window_figures, our_comparisons}) {
      for (experiment& each : family()) joined.push_back(std::move(each));
    }
    std::sort(joined.begin(), joined.end(), [](const experiment& a, const experiment& b) {
      return std::pair(rank(a.id), a.id) < std::pair(rank(b.id), b.id);
    });
    return joined;
  }();
  return all;
}

}  // namespace sluice::lab
