#pragma once

#include <string>
#include <vector>

#include "experiment.hpp"
#include "tuning.hpp"

namespace sluice::lab {

/// What recency is compared with, at its FPR and in its memory.
inline constexpr const char* other_filters[] = {"stable", "reservoir", "biased", "load-biased",
                                                "window"};

/// A stream under pressure, and a filter's rates over its second half. The FPR is the mean of
/// predicted_fpr(): the probability that a fresh key would be called a repeat, exact given the
/// filter's state (the conformance tests hold it against counts), and so known at 1e-6 too, where
/// no run is long enough to count.
struct pressure_stream {
  std::string name;
  std::function<trial_rates(filter&, std::uint64_t seed)> run;
};

inline constexpr std::uint64_t pressure_records = 300000;

/// Exponential gaps of 40,000 records in the mean.
pressure_stream exponential_pressure(double fresh);
/// Log-uniform gaps up to 250,000 records.
pressure_stream log_uniform_pressure(double fresh);
/// 200,000 keys.
pressure_stream zipf_pressure(double exponent);
pressure_stream burst_pressure();

/// All filters over a stream in the same memory at the same FPR, the one recency has there.
/// Values: `fpr`, `reference` (the exact LRU list), `recency` and the others by name, their FNR;
/// a filter that cannot be had at that FPR is left out.
cell at_equal_fpr(const pressure_stream& stream, std::uint64_t bytes, double target,
                  const setting& at);

}  // namespace sluice::lab
