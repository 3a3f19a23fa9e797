#pragma once

#include <cstdint>

#include "sluice/filter.hpp"

namespace sluice {

/// Verdicts held against the truth.
struct error_rates {
  std::uint64_t fresh = 0;         ///< fresh records
  std::uint64_t wrong_repeat = 0;  ///< of these, called repeats
  std::uint64_t repeats = 0;       ///< repeats
  std::uint64_t wrong_fresh = 0;   ///< of these, called fresh

  void count(bool repeat, verdict said) {
    (repeat ? repeats : fresh) += 1;
    wrong_repeat += !repeat && said == verdict::repeat;
    wrong_fresh += repeat && said == verdict::fresh;
  }

  double fpr() const { return share(wrong_repeat, fresh); }
  double fnr() const { return share(wrong_fresh, repeats); }

  error_rates& operator+=(const error_rates& other) {
    fresh += other.fresh;
    wrong_repeat += other.wrong_repeat;
    repeats += other.repeats;
    wrong_fresh += other.wrong_fresh;
    return *this;
  }

 private:
  static double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

}  // namespace sluice
