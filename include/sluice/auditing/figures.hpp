#pragma once

#include <cstdint>
#include <optional>

#include "sluice/auditing/estimates.hpp"
#include "sluice/auditing/missed_repeats.hpp"

namespace sluice {

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

}  // namespace sluice
