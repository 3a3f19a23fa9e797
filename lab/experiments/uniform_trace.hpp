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

}  // namespace sluice::lab
