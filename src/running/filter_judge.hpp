#pragma once

#include <chrono>
#include <cstdint>

#include "running/judge.hpp"

namespace sluice {

/// The filter's verdicts, with the time at which a block is judged.
class filter_judge final : public judge {
 public:
  explicit filter_judge(filter& subject) : subject_(subject) {}

  judgement decide(const block& records, std::span<const block* const> /*ahead*/,
                   std::span<verdict> verdicts) override {
    const std::chrono::nanoseconds now = std::chrono::steady_clock::now().time_since_epoch();
    subject_.advance_to(static_cast<std::uint64_t>(now.count()));
    subject_.observe(records.keys, verdicts);
    return {records.keys.size()};
  }

 private:
  filter& subject_;
};

}  // namespace sluice
