#pragma once

#include <cerrno>
#include <string>
#include <system_error>

#include "sluice/result.hpp"

namespace sluice {

/// Input that is not what it should be: what is wrong and what to do about it, in one sentence.
/// Where it happened is put in front by those who know.
inline error bad_input(std::string message) {
  return {error_code::bad_value, std::move(message)};
}

/// A call of the system that failed, in its own words.
inline error system_failure(const std::string& what, const std::string& remedy, int code = errno) {
  return {error_code::system_failure,
          what + ": " + std::system_category().message(code) + "; " + remedy};
}

}  // namespace sluice
