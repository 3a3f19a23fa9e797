#pragma once

#include <highwayhash/highwayhash_target.h>
#include <highwayhash/instruction_sets.h>

#include <array>
#include <cstdint>
#include <random>
#include <string_view>

#include "sluice/digest.hpp"

namespace sluice {

/// 256 secret bits. Whoever knows them can craft colliding keys.
using digest_secret = std::array<std::uint64_t, 4>;

/// A secret from the system's own source of randomness.
inline digest_secret random_secret() {
  std::random_device device;
  std::uniform_int_distribution<std::uint64_t> word;
  return {word(device), word(device), word(device), word(device)};
}

/// Key bytes to digest by HighwayHash, a pseudo-random function: without the secret nobody can
/// write keys that collide, so nobody can have another's record dropped. Slower than digester on
/// short keys. Link sluice::keyed for it.
class keyed_digester {
 public:
  explicit keyed_digester(const digest_secret& secret) noexcept
      : key_{secret[0], secret[1], secret[2], secret[3]} {}

  digest operator()(std::string_view key) const noexcept {
    highwayhash::HHResult128 hash;
    highwayhash::InstructionSets::Run<highwayhash::HighwayHash>(key_, key.data(), key.size(),
                                                                &hash);
    return {hash[1], hash[0]};
  }

 private:
  alignas(32) highwayhash::HHKey key_;
};

}  // namespace sluice
