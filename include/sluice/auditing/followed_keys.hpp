#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "sluice/auditing/tallies.hpp"
#include "sluice/digest.hpp"

namespace sluice {

/// One key that the audit follows, and all that is known of it.
struct followed_key {
  digest key;
  std::uint64_t last = 0;  ///< when it came last; 0 is an empty place
  key_tally<std::uint32_t> ever;
  std::uint32_t period = 0;                ///< of its latest record
  std::uint32_t born = 0;                  ///< the period of its first record …
  key_tally<std::uint16_t> latest;         ///< in its latest period
  key_tally<std::uint16_t> before_latest;  ///< in the period before that

  /// … and whether that was dropped.
  static constexpr std::uint32_t born_dropped = 1U << 31;

  bool empty() const noexcept { return last == 0; }
};
static_assert(sizeof(followed_key) == 56);

/// The followed keys: a hash table with linear probing in memory of a fixed size, somebody else's.
/// Zeroed memory is the empty table.
///
/// At most three in four places are taken, so that every search ends.
class followed_keys {
 public:
  explicit followed_keys(std::span<followed_key> places) noexcept : places_(places) {
    assert(most() >= 1 && most() < places.size());
  }

  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t most() const noexcept { return places_.size() / 4 * 3; }
  bool full() const noexcept { return size_ >= most(); }

  /// The place of that key, or the empty one where it would be put.
  followed_key& locate(const digest& key) noexcept {
    std::uint64_t here = key.position(places_.size());
    while (!places_[here].empty() && !(places_[here].key == key)) here = after(here);
    return places_[here];
  }

  /// Tells that an empty place was taken.
  void took_one() noexcept { ++size_; }

  /// Forgets all keys that `keeps` refuses.
  template <class Keeps>
  void keep_only(Keeps keeps) noexcept {
    for (std::uint64_t here = 0; here < places_.size(); ++here) {
      // What a key leaves is filled with one from behind it, which is then looked at, too.
      while (!places_[here].empty() && !keeps(places_[here])) forget(here);
    }
  }

  template <class Visit>
  void each(Visit visit) const noexcept {
    for (const followed_key& place : places_) {
      if (!place.empty()) visit(place);
    }
  }

  /// The memory was overwritten: counts the keys anew. False if it is no table that could have
  /// come about; then it must not be searched.
  bool restored() noexcept {
    size_ = 0;
    for (const followed_key& place : places_) size_ += !place.empty();
    return size_ <= most() && all_can_be_found();
  }

 private:
  std::uint64_t after(std::uint64_t place) const noexcept {
    return place + 1 == places_.size() ? 0 : place + 1;
  }
  std::uint64_t distance(std::uint64_t from, std::uint64_t to) const noexcept {
    return to >= from ? to - from : to + places_.size() - from;
  }
  std::uint64_t home(std::uint64_t place) const noexcept {
    return places_[place].key.position(places_.size());
  }

  /// Empties a place and moves back those behind it that may lie nearer to their homes.
  void forget(std::uint64_t hole) noexcept {
    for (std::uint64_t next = after(hole); !places_[next].empty(); next = after(next)) {
      if (distance(home(next), next) < distance(hole, next)) continue;
      places_[hole] = places_[next];
      hole = next;
    }
    places_[hole] = {};
    --size_;
  }

  /// No empty place lies between a key and its home. Begins behind an empty place, of which there
  /// are some.
  bool all_can_be_found() const noexcept {
    std::uint64_t start = 0;
    while (!places_[start].empty()) ++start;
    std::uint64_t run = 0;  // taken places right before `here`
    for (std::uint64_t here = after(start); here != start; here = after(here)) {
      if (places_[here].empty()) {
        run = 0;
      } else if (distance(home(here), here) > run++) {
        return false;
      }
    }
    return true;
  }

  std::span<followed_key> places_;
  std::uint64_t size_ = 0;
};

}  // namespace sluice
