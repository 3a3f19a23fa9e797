#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "sluice/auditing/estimates.hpp"
#include "sluice/auditing/followed_keys.hpp"
#include "sluice/auditing/tallies.hpp"

namespace sluice {

/// What was counted of all records, and of those of the followed keys: of the whole stream, and of
/// its last part, which is the current period and the one before.
///
/// The sums follow from the keys' own tallies and can be made anew from them. The numbers are all
/// that is saved.
class ledger {
 public:
  /// Periods are counted up to here, then from 0 again.
  static constexpr std::uint64_t period_range = 1ULL << 31;

  // For snapshots.
  std::uint64_t records = 0;
  std::uint64_t passed = 0;  // records called fresh
  std::uint64_t period = 0;  // number of the current period
  std::uint64_t period_records = 0;
  std::uint64_t period_passed = 0;
  std::uint64_t before_records = 0;  // of the period before
  std::uint64_t before_passed = 0;

  audited_stretch ever() const noexcept { return {records, passed, ever_}; }
  audited_stretch recent() const noexcept {
    return {period_records + before_records, period_passed + before_passed, recent_};
  }

  /// Records of any keys.
  void count_records(std::uint64_t came, std::uint64_t of_these_passed) noexcept {
    records += came;
    passed += of_these_passed;
    period_records += came;
    period_passed += of_these_passed;
  }

  /// The first record of a key.
  void begin(followed_key& place, bool dropped) noexcept {
    const tally_step step{.passed = !dropped, .missed = false, .dropped = dropped};
    place.period = static_cast<std::uint32_t>(period);
    place.born = place.period | (dropped ? followed_key::born_dropped : 0);
    place.ever.add(step);
    place.now.add(step);
    for (tally_sums* sums : {&ever_, &recent_, &current_}) sums->add_fresh(dropped);
  }

  /// Another one.
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

  /// The current period becomes the one before; what was before it is no longer recent.
  void begin_period() noexcept {
    period = (period + 1) % period_range;
    before_records = std::exchange(period_records, 0);
    before_passed = std::exchange(period_passed, 0);
    recent_ = std::exchange(current_, {});
  }

  /// Makes the sums anew, of these keys alone.
  void sum_up(std::span<const followed_key> keys) noexcept {
    ever_ = recent_ = current_ = {};
    for (followed_key each : keys) {
      bring_up(each);
      const bool dropped = (each.born & followed_key::born_dropped) != 0;
      const std::uint64_t age = (period - each.born) % period_range;
      ever_.count_fresh(dropped);
      if (age <= 1) recent_.count_fresh(dropped);
      if (age == 0) current_.count_fresh(dropped);
      ever_.add(each.ever);
      recent_.add(recent_of(each));
      current_.add(each.now);
    }
  }

  /// Can the numbers have been saved?
  bool possible() const noexcept {
    if (period >= period_range || passed > records || period_passed > period_records) return false;
    return before_passed <= before_records && before_records <= records &&
           period_records <= records - before_records;
  }

 private:
  /// Makes `now` that of the current period.
  void bring_up(followed_key& place) const noexcept {
    const std::uint64_t later = (period - place.period) % period_range;
    if (later == 0) return;
    place.then = later == 1 ? place.now : key_tally<std::uint16_t>{};
    place.now = {};
    place.period = static_cast<std::uint32_t>(period);
  }

  static key_tally<std::uint32_t> widened(const key_tally<std::uint16_t>& tally) noexcept {
    return {tally.passed, tally.missed, tally.dropped};
  }
  static key_tally<std::uint32_t> recent_of(const followed_key& place) noexcept {
    return {place.now.passed + 0U + place.then.passed, place.now.missed + 0U + place.then.missed,
            place.now.dropped + 0U + place.then.dropped};
  }

  tally_sums ever_;
  tally_sums recent_;   // of this period and the one before
  tally_sums current_;  // of this period
};

}  // namespace sluice
