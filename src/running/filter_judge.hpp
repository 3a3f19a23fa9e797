#pragma once

#include <chrono>
#include <cstdint>

#include "running/judge.hpp"
#include "running/live_audit.hpp"

namespace sluice {

/// The filter's verdicts, with the time at which a block is judged, and an audit of them.
class filter_judge final : public judge {
 public:
  /// `audit` may be null.
  filter_judge(filter& subject, live_audit* audit) : subject_(subject), audit_(audit) {}

  judgement decide(const block& records, std::span<const block* const> /*ahead*/,
                   std::span<verdict> verdicts) override {
    const std::uint64_t time = now();
    subject_.advance_to(time);
    subject_.observe(records.keys, verdicts);
    judgement made{records.keys.size()};
    if (audit_ != nullptr) made.alarm = audit_->observe(time, records.keys, verdicts);
    return made;
  }

 private:
  /// The time of day when this began, and on from there by a clock that nobody sets: a window in
  /// time survives the end of the program, and no correction of the time of day moves it.
  std::uint64_t now() const {
    const std::chrono::nanoseconds time =
        time_of_day_ + (std::chrono::steady_clock::now() - began_);
    return static_cast<std::uint64_t>(time.count());
  }

  filter& subject_;
  live_audit* audit_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::chrono::nanoseconds time_of_day_ = std::chrono::system_clock::now().time_since_epoch();
};

}  // namespace sluice
