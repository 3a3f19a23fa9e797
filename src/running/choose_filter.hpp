#pragma once

#include <string_view>

#include "sluice/catalog.hpp"

namespace sluice {

/// The plan of the filter of that name, or of the one that suits the wish best for "auto": a Bloom
/// filter, which misses no repeat, where the number of keys is known and they fit; else the one
/// that keeps the keys used last.
result<plan> choose_filter(std::string_view algorithm, const wish& wanted);

}  // namespace sluice
