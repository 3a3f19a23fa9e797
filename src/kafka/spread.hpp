#pragma once

#include <array>
#include <cstdint>

#include "sluice/digest.hpp"

namespace sluice {

/// Are copies of a key in one partition, as they must be for one filter to see them? Follows a
/// sample of the keys; each seen again is held against the partition where it was before.
class key_spread {
 public:
  void observe(const digest& key, std::int32_t partition) noexcept {
    if (key.sample() % one_in != 0) return;
    entry& place = recent_[key.high % recent_.size()];
    if (place.key == key) {
      ++again_;
      elsewhere_ += place.partition != partition;
    }
    place = {key, partition};
  }

  std::uint64_t again() const noexcept { return again_; }          ///< sampled keys seen again
  std::uint64_t elsewhere() const noexcept { return elsewhere_; }  ///< of these, in another one

  /// So many that it is no stray message, but how the topic is partitioned.
  bool alarming() const noexcept {
    constexpr std::uint64_t least = 20;
    return elsewhere_ >= least && elsewhere_ * 100 > again_;
  }

 private:
  static constexpr std::uint64_t one_in = 16;

  struct entry {
    digest key{};
    std::int32_t partition = -1;
  };

  std::array<entry, 1 << 14> recent_{};
  std::uint64_t again_ = 0;
  std::uint64_t elsewhere_ = 0;
};

}  // namespace sluice
