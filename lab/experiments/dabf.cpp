// Figures 1 to 4 of the DABF paper: membership in a set that a costly oracle holds.

#include "experiments/families.hpp"

namespace sluice::lab {

std::vector<experiment> dabf_figures() {
  const auto waiting = [](const char* number, const char* title) {
    return experiment{std::string("dabf-figure-") + number,
                      title,
                      std::string("DABF, Figure ") + number,
                      [](const setting&) { return std::vector<cell>(); },
                      [](const setting&, const finished_cells&) { return account(); },
                      "the membership filters"};
  };
  return {waiting("1", "precision and recall by the split of the memory"),
          waiting("2", "impact of the memory, B = 100"),
          waiting("3", "impact of the memory, B = 1000"), waiting("4", "the sliding window")};
}

}  // namespace sluice::lab
