#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "keys/key_reader.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice::cli {

/// The options on what is wanted of a filter: -m, -e, -n, -w.
std::vector<option> wish_options(wish& wanted);

/// The options on what a record and its key are: -f, -k, -0. The same wherever a stream is read.
class record_options {
 public:
  std::vector<option> options();

  /// What they come to for files of these names.
  std::optional<error> settle(const std::vector<std::string>& paths, key_rules& rules) const;

 private:
  std::optional<record_format> format_;
  std::vector<std::string> key_lists_;
  bool null_ = false;
};

}  // namespace sluice::cli
