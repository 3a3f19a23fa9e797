#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "saving/state_file.hpp"
#include "sluice/snapshot.hpp"

namespace sluice {

/// What a state must have been made with: options by name and value, and the hash. A keyed hash
/// takes over the secret that the state keeps.
struct state_wish {
  std::vector<std::pair<std::string, std::string>> asked;
  hash_identity::method hash = hash_identity::method::xxh3;
  std::uint64_t seed = 0;
};

/// What was found in a state file.
struct resumed {
  std::unique_ptr<filter> judge;
  hash_identity hash;
};

/// Continues from a state file that exists: checks that it fits the wish, then reads the filter and
/// the companions, in the order in which they were saved. Nothing is written.
result<resumed> resume(const state_file& from, const state_wish& wanted,
                       const std::vector<companion>& companions);

}  // namespace sluice
