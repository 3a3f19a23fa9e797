#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sluice/filter.hpp"

namespace sluice {

/// What a filter is to learn once a transaction is committed. Until then it is kept aside here: a
/// record counts as seen only when it is safely out. Takes up to as many keys as it was made for.
class lesson {
 public:
  explicit lesson(std::size_t most) : most_(most), slots_(fewest_slots) {}

  bool full() const noexcept { return keys_.size() == most_; }
  bool empty() const noexcept { return keys_.empty(); }

  /// What the filter would say of the key if it had learned all before it. Takes it down.
  verdict judge(const filter& by, const digest& key) {
    const bool seen = !add(key) || by.contains(key);
    note(key, seen ? verdict::repeat : verdict::fresh);
    return verdicts_.back();
  }

  /// Takes down a key of which it is known what was said.
  void note(const digest& key, verdict said) {
    keys_.push_back(key);
    verdicts_.push_back(said);
  }

  std::span<const digest> keys() const noexcept { return keys_; }
  std::span<verdict> verdicts() noexcept { return verdicts_; }

  void forget() noexcept {
    for (const digest& key : keys_) clear_around(key);
    keys_.clear();
    verdicts_.clear();
  }

 private:
  /// Half of a digest: that two keys of one transaction share it is not to be expected in the
  /// lifetime of any stream. Never 0, which is for empty slots.
  static std::uint64_t tag_of(const digest& key) noexcept { return key.high | 1; }
  std::size_t place_of(const digest& key) const noexcept { return key.low & (slots_.size() - 1); }
  std::size_t after(std::size_t place) const noexcept { return (place + 1) & (slots_.size() - 1); }

  /// False if it is there already.
  bool add(const digest& key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    std::size_t place = place_of(key);
    while (slots_[place] != 0 && slots_[place] != tag_of(key)) place = after(place);
    return std::exchange(slots_[place], tag_of(key)) == 0;
  }

  /// As large as transactions turn out to be: what is small stays in the cache.
  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (const digest& key : keys_) add(key);
  }

  /// Empties the slots from the key's own one up to the first that is empty. All are emptied, so
  /// none is left behind a hole.
  void clear_around(const digest& key) noexcept {
    for (std::size_t place = place_of(key); slots_[place] != 0; place = after(place)) {
      slots_[place] = 0;
    }
  }

  static constexpr std::size_t fewest_slots = 1024;

  std::size_t most_;
  std::vector<std::uint64_t> slots_;
  std::vector<digest> keys_;
  std::vector<verdict> verdicts_;
};

}  // namespace sluice
