#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "sluice/result.hpp"

namespace sluice {

/// Is a key in the set that an oracle knows?
enum class answer : std::uint8_t { other = 0, member = 1, unknown = 2 };

/// Knows a set exactly, and is costly to ask: a remote database, a service, a program.
///
/// An oracle belongs to one thread.
class oracle {
 public:
  virtual ~oracle() = default;

  /// Asks for all keys in as few round trips as it can. The answers come in as unknown; those that
  /// are still unknown afterwards were not answered, and then a failure says why.
  virtual std::optional<error> ask(std::span<const std::string_view> keys,
                                   std::span<answer> answers) = 0;
};

/// A set that can be read from end to end, so that it may be loaded beforehand.
class listed_set {
 public:
  virtual ~listed_set() = default;

  /// Calls `take` for every member, some perhaps twice.
  virtual std::optional<error> list(const std::function<void(std::string_view)>& take) = 0;
};

}  // namespace sluice
