#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "sluice/auditing/estimates.hpp"
#include "sluice/auditing/followed_keys.hpp"
#include "sluice/auditing/gap_counts.hpp"
#include "sluice/auditing/missed_repeats.hpp"
#include "sluice/auditing/verdict_counts.hpp"
#include "sluice/cells/storage.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/gaps.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// How an audit is to be made.
struct audit_parameters {
  std::uint64_t memory_bytes = 8ULL << 20;  ///< its own; at least least_memory is taken
  double share = 1.0 / 64;                  ///< of keys followed in a long stream, at most
  std::uint64_t within_records = 0;         ///< a repeat only within so many records …
  std::uint64_t within_nanoseconds = 0;     ///< … or so much time; 0: however long ago

  static constexpr std::uint64_t least_memory = 4096;
};

/// What an audit found out, without its memory: to be copied, kept, and handed to another thread.
struct audit_figures {
  double share = 1;        ///< of all keys that are followed
  std::uint64_t keys = 0;  ///< that are followed
  bool ended = false;      ///< memory was full at the smallest share: all is as it was then
  bool windowed = false;   ///< a repeat is one only within a span
  audited_stretch ever;    ///< the whole stream
  audited_stretch recent;  ///< its last part

  friend bool operator==(const audit_figures&, const audit_figures&) = default;
};

/// What follows from the figures. A rate is missing where nothing was seen that it is a share of.
struct audit_estimates {
  std::optional<estimate> fpr;  ///< of the whole stream
  std::optional<estimate> fnr;
  std::optional<estimate> recent_fpr;  ///< of its last part
  std::optional<estimate> recent_fnr;
  estimate distinct;  ///< keys
};

inline audit_estimates estimates_of(const audit_figures& found) {
  return {false_positive_rate(found.ever, found.share),
          false_negative_rate(found.ever, found.share),
          false_positive_rate(found.recent, found.share),
          false_negative_rate(found.recent, found.share),
          found.windowed ? counted_keys(found.ever, found.share)
                         : distinct_keys(found.ever, found.share)};
}

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
        asked_halvings_(halvings_for(parameters.share)),
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
    return {share(),
            keys_.size(),
            ended(),
            longest_ago() < UINT64_MAX,
            {records_, passed_, ever_},
            {period_records_ + before_records_, period_passed_ + before_passed_, recent_}};
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
    if (!(seen > 0) || records_ == 0) return std::nullopt;
    const auto records = static_cast<double>(records_);
    const double fresh = std::min(records, estimates().distinct.value);
    const double unseen = std::max(0.0, records - fresh - seen);
    auto sample = gaps_.as_sample(quantiles, unseen);
    if (sample.empty()) return std::nullopt;
    return stream_shape{gap_distribution::of_sample(std::move(sample)), 1 - fresh / records};
  }

  double share() const noexcept { return std::ldexp(1.0, -static_cast<int>(halvings_)); }
  std::uint64_t memory_bytes() const noexcept { return storage_.bytes(); }
  const audit_parameters& parameters() const noexcept { return p_; }

  /// For snapshots. The same parameters give the same sizes.
  state_view state() {
    return {{{"records", &records_},
             {"records called fresh", &passed_},
             {"halvings of the share", &halvings_},
             {"nanoseconds", &now_},
             {"period", &period_},
             {"records of the period", &period_records_},
             {"records called fresh of the period", &period_passed_},
             {"records of the period before", &before_records_},
             {"records called fresh of the period before", &before_passed_},
             {"keys", keys_.saved_size()},
             {"ended", &ended_}},
            {static_cast<std::byte*>(storage_.data()), saved_bytes()}};
  }

  /// The state was overwritten: makes anew what follows from it. False if it is none that an audit
  /// could be in; then this one must not be used.
  bool restored() noexcept {
    if (halvings_ > digest::sample_bits || ended_ > 1 || period_ >= period_range) return false;
    if (passed_ > records_ || period_passed_ > period_records_) return false;
    if (before_passed_ > before_records_) return false;
    if (records_ < before_records_ || records_ - before_records_ < period_records_) return false;
    if (!keys_.rebuild()) return false;
    const auto keys = keys_.all();
    const bool possible = std::all_of(keys.begin(), keys.end(), [&](const followed_key& each) {
      return is_followed(each.key) && is_possible(each);
    });
    sum_up();
    return possible;
  }

 private:
  /// So many first records are followed whatever the share.
  static constexpr std::uint64_t generous_records = 4096;

  /// A period has about as many records of followed keys.
  static constexpr std::uint64_t period_sample = 16384;

  static constexpr std::uint64_t period_range = 1ULL << 31;

  static constexpr std::uint64_t gap_bytes = gap_counts::bins * sizeof(std::uint64_t);

  static std::uint64_t fitting(std::uint64_t bytes) {
    const std::uint64_t own = std::max(bytes, audit_parameters::least_memory) - gap_bytes;
    return std::min(own / followed_keys::bytes_a_key, followed_keys::most_keys);
  }

  /// To the asked share, or the next power of 1/2 below.
  static std::uint64_t halvings_for(double share) noexcept {
    std::uint64_t halvings = 0;
    while (std::ldexp(1.0, -static_cast<int>(halvings)) > share && halvings < digest::sample_bits) {
      ++halvings;
    }
    return halvings;
  }

  /// Gaps and keys, before the index.
  std::uint64_t saved_bytes() const noexcept { return gap_bytes + most_ * sizeof(followed_key); }

  template <class T>
  T* at(std::uint64_t offset) noexcept {
    return reinterpret_cast<T*>(static_cast<std::byte*>(storage_.data()) + offset);
  }

  bool ended() const noexcept { return ended_ != 0; }

  /// The record number from which on a smaller share does. By eighths, because each change makes
  /// the index anew.
  std::uint64_t thrift_at() const noexcept {
    return halvings_ < asked_halvings_ ? generous_records << halvings_ : UINT64_MAX;
  }
  std::uint64_t thrifty_halvings() const noexcept {
    return std::min(asked_halvings_, halvings_ + 3);
  }

  std::uint64_t period_length() const noexcept { return period_sample << halvings_; }

  /// Records until something changes that depends on their number alone.
  std::uint64_t until_change() const noexcept {
    const std::uint64_t thrift = thrift_at();
    const std::uint64_t by_thrift = thrift > records_ ? thrift - records_ : 1;
    const std::uint64_t length = period_length();
    const std::uint64_t by_period = length > period_records_ ? length - period_records_ : 1;
    return std::min(by_thrift, by_period);
  }

  void change_if_due() noexcept {
    if (records_ >= thrift_at()) halve_to(thrifty_halvings());
    if (period_records_ >= period_length()) begin_period();
  }

  void observe_stretch(std::span<const digest> keys, std::span<const verdict> verdicts) noexcept {
    const std::uint64_t before = records_;
    std::size_t here = next_candidate(keys, 0);
    for (; here < keys.size(); here = next_candidate(keys, here + 1)) {
      if (!is_followed(keys[here])) continue;
      records_ = before + here;
      follow(keys[here], verdicts[here]);
      if (ended()) break;
    }
    const std::uint64_t passed = here - count_repeats(verdicts.first(here));
    records_ = before + here;
    passed_ += passed;
    period_records_ += here;
    period_passed_ += passed;
  }

  /// The next key at or behind this place that may be followed; the number of keys if there is
  /// none. What every record costs is in here, one comparison; so it goes in strides.
  std::size_t next_candidate(std::span<const digest> keys, std::size_t here) const noexcept {
    const std::uint16_t highest = highest_sample();
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
  void follow(const digest& key, verdict said) noexcept {
    followed_keys::link* place = keys_.locate(key);
    if (followed_key* const known = keys_.at(place)) return follow_on(*known, said);
    if (keys_.full()) {
      make_room();
      if (ended() || !is_followed(key)) return;
      place = keys_.locate(key);
    }
    begin_to_follow(keys_.add(place, key), said);
  }

  void begin_to_follow(followed_key& place, verdict said) noexcept {
    const bool dropped = said == verdict::repeat;
    const tally_step step{.passed = !dropped, .missed = false, .dropped = dropped};
    place.last = clock();
    place.period = static_cast<std::uint32_t>(period_);
    place.born = place.period | (dropped ? followed_key::born_dropped : 0);
    place.ever.add(step);
    place.now.add(step);
    for (tally_sums* sums : {&ever_, &recent_, &current_}) sums->add_fresh(dropped);
  }

  void follow_on(followed_key& place, verdict said) noexcept {
    const std::uint64_t ago = clock() - place.last;
    const bool repeat = ago <= longest_ago();
    const bool passed = said == verdict::fresh;
    place.last = clock();
    if (repeat && p_.within_nanoseconds == 0) gaps_.add(ago, 1ULL << halvings_);
    if (passed || !repeat) {
      count(place, {.passed = passed, .missed = passed && repeat, .dropped = !passed});
    }
  }

  /// When, as `last` has it.
  std::uint64_t clock() const noexcept { return 1 + (p_.within_nanoseconds > 0 ? now_ : records_); }
  std::uint64_t longest_ago() const noexcept {
    if (p_.within_nanoseconds > 0) return p_.within_nanoseconds;
    return p_.within_records > 0 ? p_.within_records : UINT64_MAX;
  }

  void count(followed_key& place, const tally_step& step) noexcept {
    bring_up(place);
    if (!place.ever.full()) {
      ever_.grow(place.ever, step);
      place.ever.add(step);
    }
    if (!place.now.full()) {
      recent_.grow(recent_of(place), step);
      current_.grow(widened(place.now), step);
      place.now.add(step);
    }
  }

  /// Makes `now` that of the current period.
  void bring_up(followed_key& place) const noexcept {
    const std::uint64_t later = (period_ - place.period) % period_range;
    if (later == 0) return;
    place.then = later == 1 ? place.now : key_tally<std::uint16_t>{};
    place.now = {};
    place.period = static_cast<std::uint32_t>(period_);
  }

  static key_tally<std::uint32_t> widened(const key_tally<std::uint16_t>& tally) noexcept {
    return {tally.passed, tally.missed, tally.dropped};
  }
  static key_tally<std::uint32_t> recent_of(const followed_key& place) noexcept {
    return {place.now.passed + 0U + place.then.passed, place.now.missed + 0U + place.then.missed,
            place.now.dropped + 0U + place.then.dropped};
  }

  /// The current period becomes the one before; what was before it is no longer recent.
  void begin_period() noexcept {
    period_ = (period_ + 1) % period_range;
    before_records_ = std::exchange(period_records_, 0);
    before_passed_ = std::exchange(period_passed_, 0);
    recent_ = std::exchange(current_, {});
  }

  void make_room() noexcept {
    while (keys_.full() && !ended()) {
      if (halvings_ < digest::sample_bits)
        halve_to(halvings_ + 1);
      else
        ended_ = 1;
    }
  }

  void halve_to(std::uint64_t halvings) noexcept {
    halvings_ = halvings;
    keys_.keep_only([&](const followed_key& each) { return is_followed(each.key); });
    sum_up();
  }

  /// The sample bits decide: first the lower 16 of them as a number, which must be small, because
  /// that is the fastest to test; for shares beyond 2^-16 the others must be 0 besides.
  std::uint16_t highest_sample() const noexcept {
    return static_cast<std::uint16_t>(UINT16_MAX >> std::min<std::uint64_t>(halvings_, 16));
  }
  bool is_followed(const digest& key) const noexcept {
    const std::uint64_t others = halvings_ > 16 ? (1ULL << halvings_) - (1ULL << 16) : 0;
    return static_cast<std::uint16_t>(key.low) <= highest_sample() && (key.low & others) == 0;
  }

  void sum_up() noexcept {
    ever_ = recent_ = current_ = {};
    for (followed_key each : keys_.all()) {
      bring_up(each);
      const bool dropped = (each.born & followed_key::born_dropped) != 0;
      const std::uint64_t age = (period_ - each.born) % period_range;
      ever_.count_fresh(dropped);
      if (age <= 1) recent_.count_fresh(dropped);
      if (age == 0) current_.count_fresh(dropped);
      ever_.add(each.ever);
      recent_.add(recent_of(each));
      current_.add(each.now);
    }
  }

  bool is_possible(const followed_key& each) const noexcept {
    return each.last <= clock() && each.ever.possible() && each.now.possible() &&
           each.then.possible();
  }

  audit_parameters p_;
  std::uint64_t asked_halvings_;
  std::uint64_t most_;  // keys
  storage storage_;     // gaps, keys, index
  gap_counts gaps_;
  followed_keys keys_;
  std::uint64_t records_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t halvings_ = 0;
  std::uint64_t now_ = 0;             // nanoseconds
  std::uint64_t period_ = 0;          // number of the current period
  std::uint64_t period_records_ = 0;  // of the current period
  std::uint64_t period_passed_ = 0;
  std::uint64_t before_records_ = 0;  // of the period before
  std::uint64_t before_passed_ = 0;
  std::uint64_t ended_ = 0;
  tally_sums ever_;
  tally_sums recent_;   // of this period and the one before
  tally_sums current_;  // of this period
};

}  // namespace sluice
