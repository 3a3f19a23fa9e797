#include "experiment.hpp"
#include "experiments/families.hpp"

namespace sluice::lab {

const std::vector<experiment>& all_experiments() {
  static const std::vector<experiment> all = [] {
    std::vector<experiment> joined;
    for (const auto family :
         {rsbf_tables, rsbf_click_figures, rsbf_synthetic_figures, sbf_parameter_figures,
          sbf_crawl_figures, sbf_synthetic_figures, dabf_figures, our_comparisons}) {
      for (experiment& each : family()) joined.push_back(std::move(each));
    }
    return joined;
  }();
  return all;
}

}  // namespace sluice::lab
