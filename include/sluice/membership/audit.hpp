#pragma once

#include <cmath>
#include <cstdint>

#include "sluice/digest.hpp"
#include "sluice/membership/oracle.hpp"
#include "sluice/state.hpp"

namespace sluice {

/// Holds the answers for a sample of keys against the oracle's.
///
/// A key belongs to the sample by bits of its digest that no memory looks at, so that the sample is
/// fair; all records of such a key are counted.
class membership_audit {
 public:
  /// A share of all keys, from 0 (none) to 1.
  explicit membership_audit(double share = 0) noexcept
      : below_(static_cast<std::uint64_t>(
            std::ceil(share * static_cast<double>(1ULL << digest::sample_bits)))) {}

  bool wants(const digest& key) const noexcept { return key.sample() < below_; }

  void count(answer said, answer truth) noexcept {
    const bool right = said == truth;
    if (truth == answer::member) {
      (right ? found_ : missed_) += 1;
    } else {
      (right ? others_ : wrong_) += 1;
    }
  }

  state_view state() {
    return {{{"members found", &found_},
             {"members missed", &missed_},
             {"others", &others_},
             {"others called members", &wrong_}},
            {}};
  }

  double share() const noexcept {
    return static_cast<double>(below_) / static_cast<double>(1ULL << digest::sample_bits);
  }

  std::uint64_t records() const noexcept { return found_ + missed_ + others_ + wrong_; }
  std::uint64_t members() const noexcept { return found_ + missed_; }
  std::uint64_t said_members() const noexcept { return found_ + wrong_; }
  std::uint64_t found() const noexcept { return found_; }

  /// Of the records said to be members', those that are; 1 where there is none.
  double precision() const noexcept { return ratio(found_, said_members()); }

  /// Of the members' records, those said to be; 1 where there is none.
  double recall() const noexcept { return ratio(found_, members()); }

 private:
  static double ratio(std::uint64_t part, std::uint64_t whole) noexcept {
    return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
  }

  std::uint64_t below_;
  std::uint64_t found_ = 0;   // members, said so
  std::uint64_t missed_ = 0;  // members, said to be others
  std::uint64_t others_ = 0;  // others, said so
  std::uint64_t wrong_ = 0;   // others, said to be members
};

}  // namespace sluice
