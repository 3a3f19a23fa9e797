#pragma once

#include <cassert>
#include <cstdint>

#include "sluice/cells/storage.hpp"
#include "sluice/digest.hpp"

namespace sluice {

/// The n keys used last, exactly, in 32 bytes a key with the index and the order counted in.
///
/// An array of n entries is three things at once: the keys, a list through them in order of use,
/// and a hash table with n chains (the head of chain i sits in entry i). A link is an entry's
/// number plus one, so that zeroed memory is the empty set.
class lru_set {
 public:
  static constexpr std::uint64_t most_keys = UINT32_MAX - 1;

  explicit lru_set(std::uint64_t n) : n_(n), storage_(bytes_for(n)) {
    assert(n >= 1 && n <= most_keys);
  }

  static constexpr std::uint64_t bytes_for(std::uint64_t n) noexcept { return n * sizeof(entry); }
  static constexpr std::uint64_t fitting(std::uint64_t bytes) noexcept {
    return bytes / sizeof(entry);
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

  void fetch(const digest& key) const noexcept { prefetch(&entries()[key.position(n_)]); }

 private:
  using link = std::uint32_t;
  static constexpr link none = 0;

  struct entry {
    digest key;
    link older, newer;  // neighbours in order of use
    link next;          // in this key's chain
    link head;          // of the chain with this entry's number
  };
  static_assert(sizeof(entry) == 32);

  link locate(const digest& key) const noexcept {
    link here = entries()[key.position(n_)].head;
    while (here != none && !(at(here).key == key)) here = at(here).next;
    return here;
  }

  link evict() noexcept {
    const link victim = oldest_;
    take_out_of_order(victim);
    link* from = &head(at(victim).key);
    while (*from != victim) from = &at(*from).next;
    *from = at(victim).next;
    return victim;
  }

  void take_out_of_order(link here) noexcept {
    const entry& leaving = at(here);
    (leaving.newer == none ? newest_ : at(leaving.newer).older) = leaving.older;
    (leaving.older == none ? oldest_ : at(leaving.older).newer) = leaving.newer;
  }

  void put_in_front(link here) noexcept {
    at(here).newer = none;
    at(here).older = newest_;
    (newest_ == none ? oldest_ : at(newest_).newer) = here;
    newest_ = here;
  }

  link& head(const digest& key) noexcept { return entries()[key.position(n_)].head; }
  entry& at(link here) noexcept { return entries()[here - 1]; }
  const entry& at(link here) const noexcept { return entries()[here - 1]; }
  entry* entries() noexcept { return static_cast<entry*>(storage_.data()); }
  const entry* entries() const noexcept { return static_cast<const entry*>(storage_.data()); }

  std::uint64_t n_;
  std::uint64_t size_ = 0;
  link newest_ = none;
  link oldest_ = none;
  storage storage_;
};

}  // namespace sluice
