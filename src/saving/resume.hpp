#pragma once

#include <functional>
#include <optional>
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

/// Continues from a state file that exists: checks that it fits the wish, has the filter read by
/// `read_subject`, then reads the companions that there are by then, in the order in which they
/// were saved. Nothing is written. What comes back is the hash, with its secret if it has one.
result<hash_identity> resume(
    const state_file& from, const state_wish& wanted,
    const std::function<std::optional<error>(snapshot_reader&)>& read_subject,
    const std::function<std::vector<companion>()>& companions);

}  // namespace sluice
