#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>

#include "sluice/auditing/tallies.hpp"
#include "sluice/digest.hpp"

namespace sluice {

/// One key that the audit follows, and all that is known of it.
struct followed_key {
  digest key;
  std::uint64_t last = 0;         ///< when it came last
  key_tally<std::uint32_t> ever;  ///< since the beginning
  std::uint32_t period = 0;       ///< in which it was counted last
  std::uint32_t born = 0;         ///< the period of its first record, and born_dropped
  key_tally<std::uint16_t> now;   ///< in that period
  key_tally<std::uint16_t> then;  ///< in the period before

  static constexpr std::uint32_t born_dropped = 1U << 31;
};
static_assert(sizeof(followed_key) == 56);

/// The followed keys in the order in which they came, and an index to find them by: a hash table
/// with linear probing, at most half full. Places without a key are zero. All in memory of a fixed
/// size, somebody else's; only the keys need be saved.
class followed_keys {
 public:
  using link = std::uint32_t;  // a key's place plus one; 0 is none

  /// Of index places a key.
  static constexpr std::uint64_t links = 2;
  static constexpr std::uint64_t bytes_a_key = sizeof(followed_key) + links * sizeof(link);
  static constexpr std::uint64_t most_keys = UINT32_MAX;

  followed_keys(std::span<followed_key> places, std::span<link> index) noexcept
      : places_(places), index_(index) {
    assert(index.size() >= links * places.size() && places.size() <= most_keys);
  }

  std::uint64_t size() const noexcept { return size_; }
  bool full() const noexcept { return size_ == places_.size(); }

  /// Where the key's link is, or would be. Ends, because half of the index is empty.
  link* locate(const digest& key) noexcept {
    std::uint64_t here = key.position(index_.size());
    while (index_[here] != 0 && !(places_[index_[here] - 1].key == key)) {
      here = after(here);
    }
    return &index_[here];
  }

  /// The key of that link; null where there is none.
  followed_key* at(const link* place) noexcept {
    return *place == 0 ? nullptr : &places_[*place - 1];
  }

  /// There must be room, and `place` be where the key was not found.
  followed_key& add(link* place, const digest& key) noexcept {
    assert(!full() && *place == 0);
    followed_key& added = places_[size_++];
    *place = static_cast<link>(size_);
    added.key = key;
    return added;
  }

  template <class Keeps>
  void keep_only(Keeps keeps) noexcept {
    empty_index();
    const auto kept = std::remove_if(places_.begin(), end(),
                                     [&](const followed_key& each) { return !keeps(each); });
    std::fill(kept, end(), followed_key{});
    size_ = static_cast<std::uint64_t>(kept - places_.begin());
    fill_index();
  }

  std::span<const followed_key> all() const noexcept { return places_.first(size_); }

  /// For snapshots: with the places it is all there is to save.
  std::uint64_t* saved_size() noexcept { return &size_; }

  /// The places and the size were overwritten: makes the index anew. False if they cannot have
  /// been saved; then nothing may be looked for.
  bool rebuild() noexcept {
    if (size_ > places_.size()) return false;
    std::fill(index_.begin(), index_.end(), 0);
    return fill_index();
  }

 private:
  /// False if a key is there twice.
  bool fill_index() noexcept {
    for (std::uint64_t i = 0; i < size_; ++i) {
      link* const place = locate(places_[i].key);
      if (*place != 0) return false;
      *place = static_cast<link>(i + 1);
    }
    return true;
  }

  /// Without touching more of it than there are keys: each key's run of links from its first place
  /// on, as far as it is not yet empty.
  void empty_index() noexcept {
    for (const followed_key& each : all()) {
      std::uint64_t here = each.key.position(index_.size());
      for (; index_[here] != 0; here = after(here)) index_[here] = 0;
    }
  }

  std::uint64_t after(std::uint64_t here) const noexcept {
    return here + 1 == index_.size() ? 0 : here + 1;
  }

  std::span<followed_key>::iterator end() noexcept {
    return places_.begin() + static_cast<std::ptrdiff_t>(size_);
  }

  std::span<followed_key> places_;
  std::span<link> index_;
  std::uint64_t size_ = 0;
};

}  // namespace sluice
