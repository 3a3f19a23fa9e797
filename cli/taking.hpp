#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sluice/result.hpp"

namespace sluice::cli {

/// What is done with an option's value.
using taking = std::function<std::optional<error>(const std::string&)>;

/// Reads the value with `parse` and puts it where `place` is.
template <class Parse, class Place>
taking into(Parse parse, Place& place) {
  return [parse, &place](const std::string& text) -> std::optional<error> {
    const auto value = parse(text);
    if (!value) return value.failure();
    place = *value;
    return std::nullopt;
  };
}

/// Keeps the value as it is.
template <class Place>
taking text_into(Place& place) {
  return [&place](const std::string& text) {
    place = text;
    return std::optional<error>();
  };
}

/// A switch.
template <class Place>
taking flag_into(Place& place, bool value = true) {
  return [&place, value](const std::string&) {
    place = value;
    return std::optional<error>();
  };
}

}  // namespace sluice::cli
