#pragma once

#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "sluice/catalog.hpp"

namespace sluice::cli {

/// The options on which filter it is: -m, -e, -n, -w, -a, --param, --seed. The same wherever a
/// filter decides.
class filter_options {
 public:
  std::vector<option> options();
  std::optional<error> check() const;

  /// The filter that they come to, with so large a part of the memory.
  result<plan> choose(std::uint64_t parts = 1) const;

  const wish& wanted() const noexcept { return wish_; }
  std::uint64_t seed() const noexcept { return seed_; }
  bool is_automatic() const noexcept { return algorithm_ == "auto"; }

  /// As texts, by name: what must be the same whenever a state is used again.
  std::vector<std::pair<std::string, std::string>> asked() const;

 private:
  std::string algorithm_ = "auto";
  wish wish_;
  std::uint64_t seed_ = 0;
};

}  // namespace sluice::cli
