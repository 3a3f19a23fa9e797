#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sluice/filter.hpp"

namespace sluice {

/// What a filter is to learn once a transaction is committed. Until then it is kept aside here: a
/// record counts as seen only when it is safely out. Takes up to as many keys as it was made for.
class lesson {
 public:
  explicit lesson(std::size_t most) : most_(most), slots_(std::bit_ceil(2 * most)) {
    keys_.reserve(most);
    verdicts_.reserve(most);
  }

  bool full() const noexcept { return keys_.size() == most_; }
  bool empty() const noexcept { return keys_.empty(); }

  /// What the filter would say of the key if it had learned all before it. Takes it down.
  verdict judge(const filter& by, const digest& key) noexcept {
    const bool seen = !add(key) || by.contains(key);
    note(key, seen ? verdict::repeat : verdict::fresh);
    return verdicts_.back();
  }

  /// Takes down a key of which it is known what was said.
  void note(const digest& key, verdict said) noexcept {
    keys_.push_back(key);
    verdicts_.push_back(said);
  }

  std::span<const digest> keys() const noexcept { return keys_; }
  std::span<verdict> verdicts() noexcept { return verdicts_; }

  void forget() noexcept {
    keys_.clear();
    verdicts_.clear();
    ++round_;
  }

 private:
  struct slot {
    digest key{};
    std::uint64_t round = 0;  // of what is in it; 0: never used
  };

  /// False if it is there already.
  bool add(const digest& key) noexcept {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = key.high & mask;; at = (at + 1) & mask) {
      slot& place = slots_[at];
      if (place.round != round_) {
        place = {key, round_};
        return true;
      }
      if (place.key == key) return false;
    }
  }

  std::size_t most_;
  std::vector<slot> slots_;
  std::uint64_t round_ = 1;
  std::vector<digest> keys_;
  std::vector<verdict> verdicts_;
};

}  // namespace sluice
