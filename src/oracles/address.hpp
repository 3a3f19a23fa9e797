#pragma once

#include <map>
#include <optional>
#include <string>

#include "sluice/result.hpp"

namespace sluice {

/// Where an oracle is, as a user writes it. It never holds a password: others could read it in the
/// list of processes.
struct oracle_address {
  std::string scheme;                            ///< "file", "redis", "postgres" or "exec"
  std::string rest{};                            ///< file, exec: what follows the colon
  std::string user{}, host{}, port{}, path{};    ///< of a URL
  std::map<std::string, std::string> options{};  ///< behind its question mark

  /// The scheme and the place, for messages.
  std::string name() const;

  std::optional<std::string> option(const std::string& name) const;
};

/// "file:blocked.txt", "redis://127.0.0.1:6379/0?set=blocked", "exec:./lookup --fast"
result<oracle_address> parse_oracle_address(const std::string& text);

}  // namespace sluice
