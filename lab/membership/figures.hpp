#pragma once

// The data of the DABF paper's Figures 1 to 4, and of `remembering` on the same streams and bits.

#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "membership/simulation.hpp"

namespace sluice::lab {

/// One line of a figure.
struct membership_curve {
  std::string memory;  ///< its name
  membership_setting setting;
  std::uint64_t bits = 0;    ///< N
  double theta = 0;          ///< n / n', where it has these
  std::uint64_t window = 0;  ///< w, where it has one
  std::uint64_t step = 0;    ///< records between two points
  std::vector<membership_tally> points;
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

namespace detail {

template <class Memory>
membership_curve curve(const membership_setting& setting, std::uint64_t bits, std::uint64_t step,
                       const typename Memory::parameters_type& parameters) {
  membership_curve made{std::string(Memory::kind), setting, bits, 0, 0, step, {}};
  made.theta = find(to_list(parameters), "theta").value_or(0);
  made.window = static_cast<std::uint64_t>(find(to_list(parameters), "w").value_or(0));
  made.points = simulate<Memory>(setting, parameters, step);
  return made;
}

}  // namespace detail

/// Figure 1: how the memory is shared out. B = 100, N = 500, α = 0.5, n = N i/10 for i = 1..9.
inline std::vector<membership_curve> membership_figure_1(std::uint64_t runs = 500) {
  const membership_setting setting{.members = 100, .exponent = 0.5, .runs = runs};
  constexpr std::uint64_t bits = 500;
  std::vector<membership_curve> all;
  for (std::uint64_t tenths = 1; tenths <= 9; ++tenths) {
    all.push_back(detail::curve<appending_memory>(
        setting, bits, 100, paper_pair(bits, bits * tenths / 10, setting.members)));
  }
  return all;
}

/// The three memories at some amounts of memory and skews.
inline std::vector<membership_curve> compare_memories(std::uint64_t members,
                                                      const std::vector<std::uint64_t>& amounts,
                                                      const std::vector<double>& exponents,
                                                      std::uint64_t runs) {
  std::vector<membership_curve> all;
  for (const double exponent : exponents) {
    const membership_setting setting{.members = members, .exponent = exponent, .runs = runs};
    for (const std::uint64_t bits : amounts) {
      all.push_back(detail::curve<appending_memory>(setting, bits, 200, paper_pair(bits, members)));
      all.push_back(
          detail::curve<preloaded_memory>(setting, bits, 200, paper_single(bits, members)));
      all.push_back(detail::curve<remembering_memory>(setting, bits, 200, small_remembering(bits)));
    }
  }
  return all;
}

/// Figure 2: B = 100, N from 1,000 to 2,000 by 200.
inline std::vector<membership_curve> membership_figure_2(std::uint64_t runs = 500) {
  return compare_memories(100, {1000, 1200, 1400, 1600, 1800, 2000}, {0.5, 1.0, 2.0, 3.0}, runs);
}

/// Figure 3: B = 1,000. The text names N = 4,000 and 10,000; by 2,000 between them.
inline std::vector<membership_curve> membership_figure_3(std::uint64_t runs = 500) {
  return compare_memories(1000, {4000, 6000, 8000, 10000}, {0.5, 1.0, 2.0, 3.0}, runs);
}

/// Figure 4: windows of 100 to 1,000 records. α = 2, N = 1,000 for both pairs, B = 100, m = 40,000;
/// beside them one pair without a window, the set in one filter, and `remembering`.
inline std::vector<membership_curve> membership_figure_4(std::uint64_t runs = 500) {
  const membership_setting setting{.members = 100, .exponent = 2.0, .records = 40000, .runs = runs};
  constexpr std::uint64_t bits = 1000;
  constexpr std::uint64_t step = 2000;
  const std::uint64_t members = setting.members;
  std::vector<membership_curve> all;
  for (std::uint64_t window = 100; window <= 1000; window += 100) {
    all.push_back(detail::curve<appending_window_memory>(
        setting, bits, step, {.pair = paper_pair(bits / 2, members), .w = window}));
  }
  all.push_back(detail::curve<appending_memory>(setting, bits, step, paper_pair(bits, members)));
  all.push_back(detail::curve<preloaded_memory>(setting, bits, step, paper_single(bits, members)));
  all.push_back(detail::curve<remembering_memory>(setting, bits, step, small_remembering(bits)));
  return all;
}

/// Proposition 4: the oracle is asked at least so often by `appending`, for so many distinct keys.
inline double least_questions(const appending_parameters& p, std::uint64_t distinct) {
  const auto keys = static_cast<double>(distinct);
  const double crowding = static_cast<double>(p.k) * keys / static_cast<double>(p.n);
  return keys * (1 - std::pow(crowding, static_cast<double>(p.k)));
}

}  // namespace sluice::lab
