#include "experiments/ours_settings.hpp"

#include <fmt/format.h>

#include "streams/bursts.hpp"
#include "streams/gaps.hpp"
#include "streams/zipf.hpp"

namespace sluice::lab {
namespace {

template <class Make>
pressure_stream under_pressure(std::string name, Make make_stream) {
  return {std::move(name), [=](filter& subject, std::uint64_t seed) {
            auto stream = make_stream(seed);
            measure(subject, stream, pressure_records / 2);
            constexpr std::uint64_t looks = 40;
            trial_rates mean;
            error_rates counted;
            for (std::uint64_t look = 0; look < looks; ++look) {
              counted += measure(subject, stream, pressure_records / 2 / looks);
              mean.fpr += subject.predicted_fpr() / static_cast<double>(looks);
            }
            mean.fnr = counted.fnr();
            return mean;
          }};
}

}  // namespace

pressure_stream exponential_pressure(double fresh) {
  constexpr double mean = 40000;
  return under_pressure(fmt::format("exponential gaps, {:.0f} % fresh", fresh * 100),
                        [=](std::uint64_t seed) {
                          return gap_stream(exponential_gaps(mean), 1 - fresh, 20 * mean, seed);
                        });
}

pressure_stream log_uniform_pressure(double fresh) {
  constexpr double longest = 250000;
  return under_pressure(fmt::format("log-uniform gaps, {:.0f} % fresh", fresh * 100),
                        [=](std::uint64_t seed) {
                          return gap_stream(log_uniform_gaps(1, longest), 1 - fresh, longest, seed);
                        });
}

pressure_stream zipf_pressure(double exponent) {
  return under_pressure(fmt::format("Zipf {}", exponent),
                        [=](std::uint64_t seed) { return zipf_stream(200000, exponent, seed); });
}

pressure_stream burst_pressure() {
  return under_pressure("bursts (b = 0.7)", [](std::uint64_t seed) {
    return burst_stream({.v = 0.3, .b = 0.7, .l = 3, .u = 5000, .length = pressure_records}, seed);
  });
}

cell at_equal_fpr(const pressure_stream& stream, std::uint64_t bytes, double target,
                  const setting& at) {
  const auto run = [=](course& progress) {
    const trial once = [&](filter& subject) {
      progress.advance(pressure_records);
      return progress.stopped() ? trial_rates{target, 0.5} : stream.run(subject, at.seed);
    };
    const auto planned = make_plan("recency", {.memory_bytes = bytes, .fpr = target});
    const auto subject = make_filter(*planned, at.seed);
    const trial_rates recency = once(**subject);
    measurement values{{"fpr", {recency.fpr}}, {"recency", {recency.fnr}}};
    values["reference"] = {reference_fnr(static_cast<double>(bytes) * 8, recency.fpr, once)};
    for (const char* name : other_filters) {
      const auto other = tuned(name, bytes, once, at.seed).at(recency.fpr);
      if (other) values[name] = {other->fnr};
    }
    return values;
  };
  constexpr double runs = 40;  // tuning takes about so many
  return {fmt::format("all filters at recency's FPR for {}, in {} bytes, over {}", target, bytes,
                      stream.name),
          runs * static_cast<double>(pressure_records), run};
}

}  // namespace sluice::lab
