#pragma once

#include <cstdint>

#include "running/totals.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// What survives of a run beside the filter.
struct run_state {
  totals all;                        ///< of this run and those before it
  std::uint64_t header_written = 0;  ///< 1 once the output has its header
  std::uint64_t output_bytes = 0;    ///< of the output file that this state covers; 0 for a pipe

  state_view view() {
    return {{{"records", &all.records},
             {"fresh", &all.fresh},
             {"repeats", &all.repeats},
             {"keyless", &all.keyless},
             {"bytes", &all.bytes},
             {"header written", &header_written},
             {"output bytes", &output_bytes}},
            {}};
  }
};

}  // namespace sluice
