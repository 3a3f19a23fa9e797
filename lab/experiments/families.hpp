#pragma once

#include <vector>

#include "experiment.hpp"

namespace sluice::lab {

// One function a file in this folder; experiments.cpp puts them in order.
std::vector<experiment> rsbf_tables();

}  // namespace sluice::lab
