#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "sluice/auditing/figures.hpp"
#include "sluice/auditing/followed_keys.hpp"
#include "sluice/auditing/gap_counts.hpp"
#include "sluice/auditing/ledger.hpp"
#include "sluice/auditing/sampling.hpp"
#include "sluice/auditing/verdict_counts.hpp"
#include "sluice/cells/storage.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/gaps.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// How an audit is to be made.
struct audit_parameters {
  std::uint64_t memory_bytes = 8ULL << 20;  ///< its own; at least least_memory is taken
  double share = 1.0 / 128;                 ///< of keys followed in a long stream, at most
  std::uint64_t within_records = 0;         ///< a repeat only within so many records …
  std::uint64_t within_nanoseconds = 0;     ///< … or so much time; 0: however long ago

  static constexpr std::uint64_t least_memory = 4096;
};

/// Measures a filter's errors while it works.
///
/// It is shown every key and the filter's verdict. A sample of the keys, picked by bits of the
/// digest on which no verdict depends, is followed exactly in memory of its own, so that of each
/// record of these keys it is known whether it is a repeat. A key's records are in the sample all
/// or none.
///
/// The first records are followed all; as the stream grows longer the share is halved again and
/// again, down to the one asked for, and further whenever the memory is full. Keys that are outside
/// the new share are forgotten and all sums are made anew from the others. These were inside every
/// earlier share, so all their records are known: the figures are those of an audit that had the
/// present share from the beginning, and nothing has to be weighted.
///
/// With a window (`within_…`) a record is a repeat if its key came within that span and fresh if
/// its key never came. One whose key came, but longer ago, is neither: whatever the filter says of
/// it is right.
///
/// Belongs to one thread. Observing allocates nothing. However the stream is cut into batches, the
/// figures are the same.
class audit {
 public:
  explicit audit(const audit_parameters& parameters = {})
      : p_(parameters),
        asked_(sampling::at_most(parameters.share)),
        most_(fitting(parameters.memory_bytes)),
        storage_(gap_bytes + most_ * followed_keys::bytes_a_key),
        gaps_(std::span<std::uint64_t, gap_counts::bins>(
            static_cast<std::uint64_t*>(storage_.data()), gap_counts::bins)),
        keys_({at<followed_key>(gap_bytes), most_},
              {at<followed_keys::link>(saved_bytes()), most_ * followed_keys::links}) {}

  audit(const audit&) = delete;
  audit& operator=(const audit&) = delete;

  /// What time it is, as filter::advance_to. Only needed for a window in time.
  void advance_to(std::uint64_t nanoseconds) noexcept { now_ = std::max(now_, nanoseconds); }

  /// Looks at keys and at what a filter said of them.
  void observe(std::span<const digest> keys, std::span<const verdict> verdicts) noexcept {
    assert(keys.size() == verdicts.size());
    while (!keys.empty() && !ended()) {
      const std::size_t count = std::min<std::uint64_t>(keys.size(), until_change());
      observe_stretch(keys.first(count), verdicts.first(count));
      keys = keys.subspan(count);
      verdicts = verdicts.subspan(count);
      change_if_due();
    }
  }

  audit_figures figures() const noexcept {
    return {share(),      keys_.size(),  ended(), longest_ago() < UINT64_MAX,
            book_.ever(), book_.recent()};
  }

  audit_estimates estimates() const { return estimates_of(figures()); }

  /// How far apart the repeats were and how many of the records they are; nothing where none was
  /// seen, or where the window is one of time.
  ///
  /// What the known number of repeats exceeds those of the followed keys by belongs to hot keys
  /// that are not among these, so to the shortest gaps.
  std::optional<stream_shape> shape() const {
    constexpr std::size_t quantiles = 2048;
    const double seen = gaps_.total();
    if (!(seen > 0) || book_.records == 0) return std::nullopt;
    const auto records = static_cast<double>(book_.records);
    const double fresh = std::min(records, estimates().distinct.value);
    const double unseen = std::max(0.0, records - fresh - seen);
    auto sample = gaps_.as_sample(quantiles, unseen);
    if (sample.empty()) return std::nullopt;
    return stream_shape{gap_distribution::of_sample(std::move(sample)), 1 - fresh / records};
  }

  double share() const noexcept { return sample_.share(); }
  std::uint64_t memory_bytes() const noexcept { return storage_.bytes(); }
  const audit_parameters& parameters() const noexcept { return p_; }

  /// For snapshots. The same parameters give the same sizes.
  state_view state() {
    return {{{"records", &book_.records},
             {"records called fresh", &book_.passed},
             {"halvings of the share", &sample_.halvings},
             {"nanoseconds", &now_},
             {"period", &book_.period},
             {"records of the period", &book_.period_records},
             {"records called fresh of the period", &book_.period_passed},
             {"records of the period before", &book_.before_records},
             {"records called fresh of the period before", &book_.before_passed},
             {"keys", keys_.saved_size()},
             {"ended", &ended_}},
            {static_cast<std::byte*>(storage_.data()), saved_bytes()}};
  }

  /// The state was overwritten: makes anew what follows from it. False if it is none that an audit
  /// could be in; then this one must not be used.
  bool restored() noexcept {
    if (sample_.halvings > sampling::most_halvings || ended_ > 1 || !book_.possible()) return false;
    if (!keys_.rebuild()) return false;
    const auto keys = keys_.all();
    const bool possible = std::all_of(keys.begin(), keys.end(), [&](const followed_key& each) {
      return sample_.follows(each.key) && is_possible(each);
    });
    book_.sum_up(keys);
    return possible;
  }

 private:
  /// So many first records are followed whatever the share.
  static constexpr std::uint64_t generous_records = 4096;

  /// A period has about as many records of followed keys.
  static constexpr std::uint64_t period_sample = 16384;

  static constexpr std::uint64_t gap_bytes = gap_counts::bins * sizeof(std::uint64_t);

  static std::uint64_t fitting(std::uint64_t bytes) {
    const std::uint64_t own = std::max(bytes, audit_parameters::least_memory) - gap_bytes;
    return std::min(own / followed_keys::bytes_a_key, followed_keys::most_keys);
  }

  /// Gaps and keys, before the index.
  std::uint64_t saved_bytes() const noexcept { return gap_bytes + most_ * sizeof(followed_key); }

  template <class T>
  T* at(std::uint64_t offset) noexcept {
    return reinterpret_cast<T*>(static_cast<std::byte*>(storage_.data()) + offset);
  }

  bool ended() const noexcept { return ended_ != 0; }

  /// The record number from which on a smaller share does.
  std::uint64_t thrift_at() const noexcept {
    return sample_.halvings < asked_.halvings ? generous_records << sample_.halvings : UINT64_MAX;
  }

  std::uint64_t period_length() const noexcept { return period_sample << sample_.halvings; }

  /// Records until something changes that depends on their number alone.
  std::uint64_t until_change() const noexcept {
    const std::uint64_t thrift = thrift_at();
    const std::uint64_t by_thrift = thrift > book_.records ? thrift - book_.records : 1;
    const std::uint64_t length = period_length();
    const std::uint64_t by_period =
        length > book_.period_records ? length - book_.period_records : 1;
    return std::min(by_thrift, by_period);
  }

  void change_if_due() noexcept {
    // By eighths, because each change makes the index anew.
    if (book_.records >= thrift_at()) halve_to(std::min(asked_.halvings, sample_.halvings + 3));
    if (book_.period_records >= period_length()) book_.begin_period();
  }

  void observe_stretch(std::span<const digest> keys, std::span<const verdict> verdicts) noexcept {
    std::size_t here = next_candidate(keys, 0);
    for (; here < keys.size(); here = next_candidate(keys, here + 1)) {
      if (!sample_.follows(keys[here])) continue;
      follow(keys[here], verdicts[here], clock(here));
      if (ended()) break;
    }
    book_.count_records(here, here - count_repeats(verdicts.first(here)));
  }

  /// The next key at or behind this place that may be followed; the number of keys if there is
  /// none. What every record costs is in here, one comparison; so it goes in strides.
  std::size_t next_candidate(std::span<const digest> keys, std::size_t here) const noexcept {
    const std::uint16_t highest = sample_.highest();
    const digest* const all = keys.data();
    constexpr std::size_t stride = 16;
    for (; here + stride <= keys.size(); here += stride) {
      for (std::size_t i = 0; i < stride; ++i) {
        if (static_cast<std::uint16_t>(all[here + i].low) <= highest) return here + i;
      }
    }
    while (here < keys.size() && static_cast<std::uint16_t>(all[here].low) > highest) ++here;
    return here;
  }

  /// Holds the verdict on a followed key against the truth.
  void follow(const digest& key, verdict said, std::uint64_t when) noexcept {
    followed_keys::link* place = keys_.locate(key);
    if (followed_key* const known = keys_.at(place)) return follow_on(*known, said, when);
    if (keys_.full()) {
      make_room();
      if (ended() || !sample_.follows(key)) return;
      place = keys_.locate(key);
    }
    followed_key& added = keys_.add(place, key);
    added.last = when;
    book_.begin(added, said == verdict::repeat);
  }

  void follow_on(followed_key& place, verdict said, std::uint64_t when) noexcept {
    const std::uint64_t ago = when - place.last;
    const bool repeat = ago <= longest_ago();
    const bool passed = said == verdict::fresh;
    place.last = when;
    if (repeat && p_.within_nanoseconds == 0) gaps_.add(ago, 1ULL << sample_.halvings);
    if (passed || !repeat) {
      book_.count(place, {.passed = passed, .missed = passed && repeat, .dropped = !passed});
    }
  }

  /// When it is, as `last` has it; `ahead` records were not counted yet.
  std::uint64_t clock(std::uint64_t ahead = 0) const noexcept {
    return 1 + (p_.within_nanoseconds > 0 ? now_ : book_.records + ahead);
  }
  std::uint64_t longest_ago() const noexcept {
    if (p_.within_nanoseconds > 0) return p_.within_nanoseconds;
    return p_.within_records > 0 ? p_.within_records : UINT64_MAX;
  }

  void make_room() noexcept {
    while (keys_.full() && !ended()) {
      if (sample_.halvings < sampling::most_halvings)
        halve_to(sample_.halvings + 1);
      else
        ended_ = 1;
    }
  }

  void halve_to(std::uint64_t halvings) noexcept {
    sample_.halvings = halvings;
    keys_.keep_only([&](const followed_key& each) { return sample_.follows(each.key); });
    book_.sum_up(keys_.all());
  }

  bool is_possible(const followed_key& each) const noexcept {
    return each.last <= clock() && each.ever.possible() && each.now.possible() &&
           each.then.possible();
  }

  audit_parameters p_;
  sampling asked_;
  std::uint64_t most_;  // keys
  storage storage_;     // gaps, keys, index
  gap_counts gaps_;
  followed_keys keys_;
  sampling sample_;  // as it is now
  ledger book_;
  std::uint64_t now_ = 0;  // nanoseconds
  std::uint64_t ended_ = 0;
};

}  // namespace sluice
