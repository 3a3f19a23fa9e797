#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>

#include "sluice/catalog.hpp"

namespace sluice::lab {

/// A filter with all its parameters.
struct contender {
  std::string kind;
  parameter_list parameters;

  /// The parameters must be possible.
  std::unique_ptr<filter> make(std::uint64_t seed) const {
    const auto known = find_filter(kind);
    assert(known);
    auto made = (*known)->make_filter(parameters, seed);
    assert(made);
    return std::move(*made);
  }

  std::string name() const {
    std::string text = kind;
    for (const parameter& each : parameters) text += fmt::format(" {}={}", each.name, each.value);
    return text;
  }
};

template <class Filter>
contender with(const typename Filter::parameters_type& parameters) {
  return {std::string(Filter::kind), to_list(parameters)};
}

/// The stable Bloom filter of both papers' tables, in so many bits.
inline contender sbf(std::uint64_t bits, std::uint64_t K = 2, std::uint64_t P = 4,
                     std::uint64_t Max = 1) {
  stable_parameters p{.m = bits, .K = K, .P = P, .Max = Max};
  p.m = bits / std::max(1U, p.d());
  return with<stable_filter>(p);
}

/// The RSBF paper's filter, with its p* of 0.03.
inline contender rsbf(std::uint64_t bits, std::uint64_t k) {
  return with<reservoir_filter>({.k = k, .s = bits / k, .p_star = 0.03});
}

}  // namespace sluice::lab
