#pragma once

#include "numbers.hpp"
#include "streams/uniform.hpp"
#include "trace.hpp"

namespace sluice::lab {

/// The RSBF paper's synthetic stream: how many records, drawn from how many keys.
struct uniform_data {
  std::uint64_t records = 0;
  std::uint64_t universe = 0;
  bool scales = false;  ///< small ones are always run at full size

  double factor(const setting& at) const { return scales ? at.scale : 1; }
};

/// A filter along that stream.
inline cell uniform_trace(const contender& subject, const uniform_data& data, const setting& at,
                          std::uint64_t runs = 1) {
  const double factor = data.factor(at);
  const std::uint64_t universe = scaled(data.universe, factor);
  return trace(subject,
               {.stream = fmt::format("uniform draws from {} keys", universe),
                .records = scaled(data.records, factor),
                .runs = runs},
               at, [=](std::uint64_t seed) { return uniform_stream(universe, seed); });
}

/// The data of Tables 4 and 5.
inline constexpr uniform_data data_695M{695000000, 104250000, true};
inline constexpr uniform_data data_1B{1000000000, 100000000, true};

inline std::uint64_t at_scale(std::uint64_t bits, const setting& at) {
  return scaled(bits, at.scale);
}

/// Both filters along the data of Table 5, in so many bits of the paper.
inline cell sbf_1B(std::uint64_t bits, const setting& at) {
  return uniform_trace(sbf(at_scale(bits, at)), data_1B, at);
}
inline cell rsbf_1B(std::uint64_t bits, std::uint64_t k, const setting& at) {
  return uniform_trace(rsbf(at_scale(bits, at), k), data_1B, at);
}

/// Records in units of the paper's stream: its millions, whatever the scale.
inline std::vector<double> paper_millions(const measurement& done, const setting& at) {
  return times(done.at("records"), 1e-6 / at.scale);
}

}  // namespace sluice::lab
