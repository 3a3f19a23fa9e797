#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace sluice::lab {

/// A number as a paper prints it, in per cent.
struct printed {
  double percent = 0;
  std::string misprint{};           ///< why it cannot be right; empty: it can
  std::optional<double> reading{};  ///< what it should read, where that is plain
};

/// How a rate measured here stands to the print.
enum class agreement { within, within_noise, misprint_read, misprint, differs };

/// An FNR agrees within one point.
inline bool fnr_agrees(double paper, double ours) {
  return std::abs(ours - paper) <= 1.0;
}

/// An FPR agrees within 5 % of itself.
inline bool fpr_agrees(double paper, double ours) {
  return std::abs(ours - paper) <= 0.05 * paper;
}

/// Do two counted rates lie within three deviations of both? The paper's is a count of one run of
/// so many fresh records: at 0.003 % of 76,000 it has counted two.
inline bool fpr_within_noise(double paper, double fresh_in_paper, double ours, double fresh_here) {
  const double rate = std::max(paper, ours) / 100;
  const double deviation = 100 * std::sqrt(rate / fresh_in_paper + rate / fresh_here);
  return std::abs(ours - paper) <= 3 * deviation;
}

inline agreement judge_fnr(const printed& paper, double ours) {
  if (paper.misprint.empty()) {
    return fnr_agrees(paper.percent, ours) ? agreement::within : agreement::differs;
  }
  const bool read = paper.reading && fnr_agrees(*paper.reading, ours);
  return read ? agreement::misprint_read : agreement::misprint;
}

inline agreement judge_fpr(const printed& paper, double fresh_in_paper, double ours,
                           double fresh_here) {
  const auto noise = [&](double print) {
    return fpr_within_noise(print, fresh_in_paper, ours, fresh_here);
  };
  if (!paper.misprint.empty()) {
    const bool read = paper.reading && (fpr_agrees(*paper.reading, ours) || noise(*paper.reading));
    return read ? agreement::misprint_read : agreement::misprint;
  }
  if (fpr_agrees(paper.percent, ours)) return agreement::within;
  return noise(paper.percent) ? agreement::within_noise : agreement::differs;
}

inline std::string in_words(agreement how, const printed& paper) {
  switch (how) {
    case agreement::within:
      return "agrees";
    case agreement::within_noise:
      return "agrees within the noise of the counts";
    case agreement::misprint_read:
      return "misprint: " + paper.misprint + "; so read it agrees";
    case agreement::misprint:
      return "misprint: " + paper.misprint;
    default:
      return "DIFFERS";
  }
}

}  // namespace sluice::lab
