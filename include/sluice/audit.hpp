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
#include "sluice/cells/storage.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/gaps.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// How an audit is to be made.
struct audit_parameters {
  std::uint64_t memory_bytes = 8ULL << 20;  ///< its own; at least least_memory is taken
  double share = 1.0 / 64;                  ///< of the keys that are followed in a long stream
  std::uint64_t within_records = 0;         ///< a repeat only within so many records …
  std::uint64_t within_nanoseconds = 0;     ///< … or so much time; 0: however long ago

  static constexpr std::uint64_t least_memory = 4096;
};

/// What an audit found out, without its memory: to be copied, kept, and handed to another thread.
struct audit_figures {
  double share = 1;        ///< of all keys that are followed
  std::uint64_t keys = 0;  ///< that are followed
  bool ended = false;      ///< no memory is left for it at the smallest share: as it was then
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
          false_negative_rate(found.recent, found.share), distinct_keys(found.ever, found.share)};
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
        places_(count_of_places(parameters.memory_bytes)),
        storage_(places_ * sizeof(followed_key) + gap_counts::bins * sizeof(std::uint64_t)),
        keys_({static_cast<followed_key*>(storage_.data()), places_}),
        gaps_(std::span<std::uint64_t, gap_counts::bins>(
            reinterpret_cast<std::uint64_t*>(static_cast<followed_key*>(storage_.data()) + places_),
            gap_counts::bins)) {
    set_share();
  }

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
    const double fresh = std::min(records, static_cast<double>(ever_.fresh) / share());
    const double unseen = std::max(0.0, (records - fresh) * share() - seen);
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
             {"passed", &passed_},
             {"halvings", &halvings_},
             {"now", &now_},
             {"period", &period_},
             {"period_records", &period_records_},
             {"period_passed", &period_passed_},
             {"before_records", &before_records_},
             {"before_passed", &before_passed_},
             {"ended", &ended_}},
            {static_cast<std::byte*>(storage_.data()), storage_.bytes()}};
  }

  /// The state was overwritten: makes anew what follows from it. False if it is none that an audit
  /// could be in; then this one must not be used.
  bool restored() noexcept {
    if (halvings_ > digest::sample_bits || ended_ > 1 || period_ >= period_range) return false;
    if (passed_ > records_ || period_passed_ > period_records_) return false;
    if (before_passed_ > before_records_) return false;
    if (records_ < before_records_ || records_ - before_records_ < period_records_) return false;
    set_share();
    if (!keys_.restored()) return false;
    bool possible = true;
    keys_.each([&](const followed_key& each) { possible = possible && is_possible(each); });
    sum_up();
    return possible;
  }

 private:
  /// So many first records are followed whatever the share.
  static constexpr std::uint64_t generous_records = 8192;

  /// A period has about as many records of followed keys.
  static constexpr std::uint64_t period_sample = 16384;

  static constexpr std::uint64_t period_range = 1ULL << 31;

  static std::uint64_t count_of_places(std::uint64_t bytes) {
    const std::uint64_t own = std::max(bytes, audit_parameters::least_memory);
    return (own - gap_counts::bins * sizeof(std::uint64_t)) / 64 * 64 / sizeof(followed_key);
  }

  bool ended() const noexcept { return ended_ != 0; }

  /// The next record number at which the stream is long enough for half the share.
  std::uint64_t thrift_at() const noexcept {
    return share() / 2 >= p_.share && halvings_ < digest::sample_bits
               ? generous_records << halvings_
               : UINT64_MAX;
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
    while (records_ >= thrift_at()) halve();
    if (period_records_ >= period_length()) begin_period();
  }

  /// The two instructions a record that everybody pays are in here.
  void observe_stretch(std::span<const digest> keys, std::span<const verdict> verdicts) noexcept {
    const std::uint64_t before = records_;
    std::uint64_t mask = mask_;
    std::size_t i = 0;
    for (; i < keys.size() && !ended(); ++i) {
      if ((keys[i].low & mask) != 0) continue;
      records_ = before + i;
      follow(keys[i], verdicts[i]);
      mask = mask_;
    }
    const auto passed = static_cast<std::uint64_t>(std::count(
        verdicts.begin(), verdicts.begin() + static_cast<std::ptrdiff_t>(i), verdict::fresh));
    records_ = before + i;
    passed_ += passed;
    period_records_ += i;
    period_passed_ += passed;
  }

  /// Holds the verdict on a followed key against the truth.
  void follow(const digest& key, verdict said) noexcept {
    followed_key* place = &keys_.locate(key);
    if (place->empty()) {
      if (keys_.full()) {
        make_room();
        if (ended() || (key.low & mask_) != 0) return;
        place = &keys_.locate(key);
      }
      begin_to_follow(*place, key, said);
    } else {
      follow_on(*place, said);
    }
  }

  void begin_to_follow(followed_key& place, const digest& key, verdict said) noexcept {
    const bool dropped = said == verdict::repeat;
    keys_.took_one();
    place.key = key;
    place.last = clock();
    place.period = static_cast<std::uint32_t>(period_);
    place.born = place.period | (dropped ? followed_key::born_dropped : 0);
    for (tally_sums* sums : {&ever_, &recent_, &current_}) sums->add_fresh(dropped);
    count(place, !dropped, false, dropped);
  }

  void follow_on(followed_key& place, verdict said) noexcept {
    const std::uint64_t ago = clock() - place.last;
    const bool repeat = ago <= longest_ago();
    place.last = clock();
    if (repeat && p_.within_nanoseconds == 0) gaps_.add(ago);
    const bool passed = said == verdict::fresh;
    if (passed || !repeat) count(place, passed, passed && repeat, !passed);
  }

  /// When, as `last` has it.
  std::uint64_t clock() const noexcept { return 1 + (p_.within_nanoseconds > 0 ? now_ : records_); }
  std::uint64_t longest_ago() const noexcept {
    if (p_.within_nanoseconds > 0) return p_.within_nanoseconds;
    return p_.within_records > 0 ? p_.within_records : UINT64_MAX;
  }

  void count(followed_key& place, bool passed, bool missed, bool dropped) noexcept {
    bring_up(place);
    change(ever_, place.ever, [&] { place.ever.add(passed, missed, dropped); });
    remove_recent(place);
    place.latest.add(passed, missed, dropped);
    add_recent(place);
  }

  template <class Change>
  static void change(tally_sums& sums, const key_tally<std::uint32_t>& tally, Change how) noexcept {
    sums.remove(tally);
    how();
    sums.add(tally);
  }

  /// Makes `latest` that of the current period.
  void bring_up(followed_key& place) const noexcept {
    const std::uint64_t missed = (period_ - place.period) % period_range;
    if (missed >= 1) {
      place.before_latest = missed == 1 ? place.latest : key_tally<std::uint16_t>{};
      place.latest = {};
      place.period = static_cast<std::uint32_t>(period_);
    }
  }

  static key_tally<std::uint32_t> both(const followed_key& place) noexcept {
    key_tally<std::uint32_t> sum;
    sum.passed = place.latest.passed + 0U + place.before_latest.passed;
    sum.missed = place.latest.missed + 0U + place.before_latest.missed;
    sum.dropped = place.latest.dropped + 0U + place.before_latest.dropped;
    return sum;
  }
  void remove_recent(const followed_key& place) noexcept {
    recent_.remove(both(place));
    current_.remove(place.latest);
  }
  void add_recent(const followed_key& place) noexcept {
    recent_.add(both(place));
    current_.add(place.latest);
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
        halve();
      else
        ended_ = 1;
    }
  }

  void halve() noexcept {
    ++halvings_;
    set_share();
    keys_.keep_only([&](const followed_key& each) { return (each.key.low & mask_) == 0; });
    gaps_.halve();
    sum_up();
  }

  /// Keys are followed whose first sample bits are all 0: as many as the share was halved.
  void set_share() noexcept { mask_ = (1ULL << halvings_) - 1; }

  void sum_up() noexcept {
    ever_ = recent_ = current_ = {};
    keys_.each([&](followed_key each) {
      bring_up(each);
      const bool dropped = (each.born & followed_key::born_dropped) != 0;
      const std::uint64_t age = (period_ - each.born) % period_range;
      ever_.add_fresh(dropped);
      if (age <= 1) recent_.add_fresh(dropped);
      if (age == 0) current_.add_fresh(dropped);
      ever_.add(each.ever);
      add_recent(each);
    });
  }

  bool is_possible(const followed_key& each) const noexcept {
    return (each.key.low & mask_) == 0 && each.last <= clock() && each.ever.possible() &&
           each.latest.possible() && each.before_latest.possible();
  }

  audit_parameters p_;
  std::uint64_t places_;
  storage storage_;
  followed_keys keys_;
  gap_counts gaps_;
  std::uint64_t mask_ = 0;  // of the sample bits that must be 0
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
