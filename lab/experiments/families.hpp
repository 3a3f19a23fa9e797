#pragma once

#include <vector>

#include "experiment.hpp"

namespace sluice::lab {

// One function a file in this folder; experiments.cpp puts them in order.
std::vector<experiment> rsbf_tables();
std::vector<experiment> rsbf_click_figures();
std::vector<experiment> rsbf_synthetic_figures();
std::vector<experiment> rsbf_convergence_figures();
std::vector<experiment> sbf_parameter_figures();
std::vector<experiment> sbf_crawl_figures();
std::vector<experiment> sbf_comparison_tables();
std::vector<experiment> sbf_synthetic_figures();
std::vector<experiment> dabf_split_figures();
std::vector<experiment> dabf_memory_figures();
std::vector<experiment> dabf_window_figures();
std::vector<experiment> our_comparisons();

}  // namespace sluice::lab
