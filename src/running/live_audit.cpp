#include "running/live_audit.hpp"

#include "telling/audit_words.hpp"

namespace sluice {

std::optional<error> live_audit::observe(std::uint64_t nanoseconds, std::span<const digest> keys,
                                         std::span<const verdict> verdicts) {
  audit_.advance_to(nanoseconds);
  audit_.observe(keys, verdicts);
  publish();
  return limits_.any() ? check_limits() : std::nullopt;
}

void live_audit::publish() {
  const audit_figures found = audit_.figures();
  const std::scoped_lock lock(mutex_);
  published_ = found;
}

/// One wrong verdict among the first three would pass any limit if the stream so far were all there
/// is to judge by; so the question is what the filter does to any such stream.
std::optional<error> live_audit::check_limits() {
  const audit_figures& found = published_;  // written by this thread only
  constexpr auto any = population::any_such_stream;
  const auto passed = [&](const char* name, std::optional<double>& limit,
                          const std::optional<estimate>& rate) -> std::optional<error> {
    if (!limit || !rate || rate->low <= *limit) return std::nullopt;
    const std::string sentence = limit_passed(name, *limit, *rate);
    limit.reset();
    if (limits_.strict) return error{error_code::too_many_errors, sentence};
    if (warn_) warn_(sentence);
    return std::nullopt;
  };
  auto by_fpr = passed("FPR", limits_.fpr, false_positive_rate(found.ever, found.share, any));
  auto by_fnr = passed("FNR", limits_.fnr, false_negative_rate(found.ever, found.share, any));
  return by_fpr ? by_fpr : by_fnr;
}

}  // namespace sluice
