#pragma once

// The lines of the DABF paper's Figures 1 to 4, and `remembering` on the same streams and bits.

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "membership/simulation.hpp"

namespace sluice::lab {

/// One line of a figure, yet to be followed.
struct membership_curve {
  std::string memory;  ///< its name
  std::string name;    ///< all that the line depends on but the seed
  membership_setting setting;
  std::uint64_t step = 0;  ///< records between two points
  std::function<std::vector<membership_tally>(course&)> follow;
};

/// n bits for β and the rest for β′, with the paper's probes: k for 1,000 keys whatever comes, k'
/// for the set; at least one each.
inline appending_parameters paper_pair(std::uint64_t bits, std::uint64_t n, std::uint64_t members) {
  return {.theta = static_cast<double>(n) / static_cast<double>(bits - n),
          .n = n,
          .k = probes_for(n, 1000),
          .n_prime = bits - n,
          .k_prime = probes_for(bits - n, members)};
}

/// θ = 1/9, as from Figure 2 on.
inline appending_parameters paper_pair(std::uint64_t bits, std::uint64_t members) {
  return paper_pair(bits, bits / 10, members);
}

inline preloaded_parameters paper_single(std::uint64_t bits, std::uint64_t members) {
  return {.n = bits, .k = probes_for(bits, members), .B = members};
}

/// `remembering` in so few bits: words of four fingerprints of 15 bits with their answers, wrong
/// for at most 1 stranger in 8,000. Bits that make no whole word are left.
inline remembering_parameters small_remembering(std::uint64_t bits) {
  return {.buckets = bits / 64, .width = 64, .b = 4, .f = 15};
}

template <class Memory>
membership_curve curve_of(const membership_setting& setting, std::uint64_t step,
                          const typename Memory::parameters_type& parameters) {
  std::string name(Memory::kind);
  for (const parameter& each : to_list(parameters)) {
    name += fmt::format(" {}={}", each.name, each.value);
  }
  name += fmt::format(" for {} of {} keys, exponent {}, {} records, each {}, {} streams",
                      setting.members, setting.universe, setting.exponent, setting.records, step,
                      setting.runs);
  return {std::string(Memory::kind), name, setting, step,
          [=](course& progress) { return simulate<Memory>(setting, parameters, step, &progress); }};
}

/// Figure 1: how the memory is shared out. B = 100, N = 500, α = 0.5, n = N i/10 for i = 1..9.
inline std::vector<membership_curve> membership_figure_1(std::uint64_t runs = 500,
                                                         std::uint64_t seed = 1) {
  const membership_setting setting{.members = 100, .exponent = 0.5, .runs = runs, .seed = seed};
  constexpr std::uint64_t bits = 500;
  std::vector<membership_curve> all;
  for (std::uint64_t tenths = 1; tenths <= 9; ++tenths) {
    all.push_back(curve_of<appending_memory>(
        setting, 100, paper_pair(bits, bits * tenths / 10, setting.members)));
  }
  return all;
}

inline constexpr std::uint64_t memory_figure_step = 200;  // Figures 2 and 3

inline membership_curve appending_curve(const membership_setting& setting, std::uint64_t bits) {
  return curve_of<appending_memory>(setting, memory_figure_step, paper_pair(bits, setting.members));
}

/// θ = 1/2, which the text of Figure 2 names as another choice.
inline membership_curve half_curve(const membership_setting& setting, std::uint64_t bits) {
  return curve_of<appending_memory>(setting, memory_figure_step,
                                    paper_pair(bits, bits / 3, setting.members));
}

inline membership_curve preloaded_curve(const membership_setting& setting, std::uint64_t bits) {
  return curve_of<preloaded_memory>(setting, memory_figure_step,
                                    paper_single(bits, setting.members));
}

inline membership_curve remembering_curve(const membership_setting& setting, std::uint64_t bits) {
  return curve_of<remembering_memory>(setting, memory_figure_step, small_remembering(bits));
}

/// What Figures 2 and 3 go through.
struct memory_figure {
  std::uint64_t members = 0;           ///< B
  std::vector<std::uint64_t> amounts;  ///< N
  std::vector<double> exponents{0.5, 1.0, 2.0, 3.0};

  membership_setting setting(double exponent, std::uint64_t runs, std::uint64_t seed) const {
    return {.members = members, .exponent = exponent, .runs = runs, .seed = seed};
  }
};

/// Figure 2: B = 100, N from 1,000 to 2,000 by 200.
inline memory_figure figure_2_axes() {
  return {100, {1000, 1200, 1400, 1600, 1800, 2000}};
}

/// Figure 3: B = 1,000. The text names N = 4,000 and 10,000; by 2,000 between them.
inline memory_figure figure_3_axes() {
  return {1000, {4000, 6000, 8000, 10000}};
}

/// The three memories at all amounts of memory and skews.
inline std::vector<membership_curve> compare_memories(const memory_figure& axes,
                                                      std::uint64_t runs = 500,
                                                      std::uint64_t seed = 1) {
  std::vector<membership_curve> all;
  for (const double exponent : axes.exponents) {
    const membership_setting setting = axes.setting(exponent, runs, seed);
    for (const std::uint64_t bits : axes.amounts) {
      all.push_back(appending_curve(setting, bits));
      all.push_back(preloaded_curve(setting, bits));
      all.push_back(remembering_curve(setting, bits));
    }
  }
  return all;
}

/// Figure 4: windows of 100 to 1,000 records. α = 2, N = 1,000 for both pairs, B = 100, m = 40,000;
/// beside them one pair without a window, the set in one filter, and `remembering`.
struct window_figure {
  std::vector<membership_curve> windows;  ///< of 100, 200 … records
  membership_curve no_window, preloaded, remembering;
};

inline window_figure membership_figure_4(std::uint64_t runs = 500, std::uint64_t seed = 1) {
  const membership_setting setting{
      .members = 100, .exponent = 2.0, .records = 40000, .runs = runs, .seed = seed};
  constexpr std::uint64_t bits = 1000;
  constexpr std::uint64_t step = 2000;
  const std::uint64_t members = setting.members;
  std::vector<membership_curve> windows;
  for (std::uint64_t window = 100; window <= 1000; window += 100) {
    windows.push_back(curve_of<appending_window_memory>(
        setting, step, {.pair = paper_pair(bits / 2, members), .w = window}));
  }
  return {windows, curve_of<appending_memory>(setting, step, paper_pair(bits, members)),
          curve_of<preloaded_memory>(setting, step, paper_single(bits, members)),
          curve_of<remembering_memory>(setting, step, small_remembering(bits))};
}

/// Proposition 4: the oracle is asked at least so often by `appending`, for so many distinct keys.
inline double least_questions(const appending_parameters& p, std::uint64_t distinct) {
  const auto keys = static_cast<double>(distinct);
  const double crowding = static_cast<double>(p.k) * keys / static_cast<double>(p.n);
  return keys * (1 - std::pow(crowding, static_cast<double>(p.k)));
}

}  // namespace sluice::lab
