#pragma once

#include <cassert>
#include <cstdint>

#include "sluice/cells/storage.hpp"
#include "sluice/digest.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// The n keys used last, exactly, in 32 bytes a key with the index and the order counted in.
///
/// An array of n + 1 entries is three things at once: the keys (from entry 1 on), a ring through
/// them in order of use that begins and ends in entry 0, and a hash table with n chains (the head
/// of chain i sits in entry i). A link is an entry's number, 0 none, so that zeroed memory is the
/// empty set.
class lru_set {
 public:
  static constexpr std::uint64_t most_keys = UINT32_MAX - 1;

  explicit lru_set(std::uint64_t n) : n_(n), storage_(bytes_for(n)) {
    assert(n >= 1 && n <= most_keys);
  }

  static constexpr std::uint64_t bytes_for(std::uint64_t n) noexcept {
    return (n + 1) * sizeof(entry);
  }
  static constexpr std::uint64_t fitting(std::uint64_t bytes) noexcept {
    const std::uint64_t entries = bytes / sizeof(entry);
    return entries == 0 ? 0 : entries - 1;
  }

  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t capacity() const noexcept { return n_; }
  std::uint64_t bytes() const noexcept { return storage_.bytes(); }

  bool contains(const digest& key) const noexcept { return locate(key) != none; }

  /// Makes the key the one used last, at the cost of the one used longest ago where there is no
  /// room. Was it there?
  bool touch(const digest& key) noexcept {
    link found = locate(key);
    const bool present = found != none;
    if (present) {
      take_out_of_order(found);
    } else {
      found = size_ < n_ ? static_cast<link>(++size_) : evict();
      at(found).key = key;
      at(found).next = head(key);
      head(key) = found;
    }
    put_in_front(found);
    return present;
  }

  void fetch(const digest& key) const noexcept { prefetch(&at(chain_of(key))); }

  state_view state() { return {{{"keys", &size_}}, storage_.memory()}; }

  /// After the state was overwritten: does every link lead where it should, so that the ring and
  /// the chains hold each key once?
  bool is_sound() const noexcept { return size_ <= n_ && ring_is_sound() && chains_are_sound(); }

 private:
  using link = std::uint32_t;
  static constexpr link none = 0;
  static constexpr link ring = 0;  // whose older is the newest, and whose newer is the oldest

  struct entry {
    digest key;
    link older, newer;  // neighbours in the ring
    link next;          // in this key's chain
    link head;          // of the chain with this entry's number
  };
  static_assert(sizeof(entry) == 32);

  link locate(const digest& key) const noexcept {
    link here = at(chain_of(key)).head;
    while (here != none && !(at(here).key == key)) here = at(here).next;
    return here;
  }

  link evict() noexcept {
    const link victim = at(ring).newer;
    take_out_of_order(victim);
    link* from = &head(at(victim).key);
    while (*from != victim) from = &at(*from).next;
    *from = at(victim).next;
    return victim;
  }

  void take_out_of_order(link here) noexcept {
    const entry& leaving = at(here);
    at(leaving.newer).older = leaving.older;
    at(leaving.older).newer = leaving.newer;
  }

  void put_in_front(link here) noexcept {
    const link newest = at(ring).older;
    at(here).newer = ring;
    at(here).older = newest;
    at(newest).newer = here;
    at(ring).older = here;
  }

  bool ring_is_sound() const noexcept {
    std::uint64_t seen = 0;
    link here = ring;
    do {
      const link older = at(here).older;
      if (older > size_ || seen > size_ || at(older).newer != here) return false;
      here = older;
      ++seen;
    } while (here != ring);
    return seen == size_ + 1;
  }

  /// A key is only ever found in its own chain, so that counting finds one missing and one that
  /// is met again.
  bool chains_are_sound() const noexcept {
    std::uint64_t seen = 0;
    for (std::uint64_t chain = 0; chain < n_; ++chain) {
      for (link here = at(chain).head; here != none; here = at(here).next) {
        if (here > size_ || ++seen > size_ || chain_of(at(here).key) != chain) return false;
      }
    }
    return seen == size_;
  }

  std::uint64_t chain_of(const digest& key) const noexcept { return key.position(n_); }
  link& head(const digest& key) noexcept { return at(chain_of(key)).head; }
  entry& at(std::uint64_t here) noexcept { return static_cast<entry*>(storage_.data())[here]; }
  const entry& at(std::uint64_t here) const noexcept {
    return static_cast<const entry*>(storage_.data())[here];
  }

  std::uint64_t n_;
  std::uint64_t size_ = 0;
  storage storage_;
};

}  // namespace sluice
