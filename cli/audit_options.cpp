#include "audit_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "taking.hpp"
#include "units.hpp"

namespace sluice::cli {
namespace {

/// The audit's own memory beside a filter's budget. Of very small budgets 1/32 is too little to
/// tell anything.
std::uint64_t memory_beside(std::uint64_t budget) {
  constexpr std::uint64_t least = 64ULL << 10;
  constexpr std::uint64_t most = 64ULL << 20;
  return std::clamp(budget / 32, least, most);
}

std::optional<error> take_share(std::optional<double>& share, const std::string& text) {
  if (text == "off") {
    share.reset();
    return std::nullopt;
  }
  const auto rate = parse_rate(text);
  if (!rate || !(*rate > 0)) {
    return error{error_code::bad_value,
                 "'" + text + "' is no share of keys; write 0.01, 1%, 100% or off"};
  }
  share = *rate;
  return std::nullopt;
}

}  // namespace

std::vector<option> audit_options::options() {
  return {
      {"--audit",
       "SHARE",
       "the share of keys on which the verdicts are checked exactly, in a long stream: 0.05, 1%, "
       "100%; or off; default 1/128, less where its memory is full: 1/32 of the filter's, at least "
       "64 KiB and at most 64 MiB",
       [this](const std::string& text) { return take_share(share_, text); },
       {"off"}},
      {"--max-fpr", "RATE", "say so once when the share of fresh records dropped is surely higher",
       into(parse_rate, limits_.fpr)},
      {"--max-fnr", "RATE", "say so once when the share of repeats missed is surely higher",
       into(parse_rate, limits_.fnr)},
      {"--strict", "", "stop then, with exit status 3", flag_into(limits_.strict)},
  };
}

std::optional<error> audit_options::check() const {
  if (limits_.any() && !share_) {
    return error{error_code::bad_value,
                 "--max-fpr and --max-fnr need the audit; leave out --audit off"};
  }
  if (limits_.strict && !limits_.any()) {
    return error{error_code::bad_value, "--strict needs a limit; add --max-fpr or --max-fnr"};
  }
  return std::nullopt;
}

std::string audit_options::asked() const {
  return share_ ? fmt::format("{}", *share_) : "off";
}

result<std::unique_ptr<live_audit>> audit_options::make(const wish& wanted,
                                                        live_audit::telling warn) const {
  if (!share_) return std::unique_ptr<live_audit>();
  constexpr double nanoseconds = 1e9;
  const audit_parameters parameters{.memory_bytes = memory_beside(wanted.memory_bytes),
                                    .share = *share_,
                                    .within_records = wanted.within_records.value_or(0),
                                    .within_nanoseconds = static_cast<std::uint64_t>(
                                        wanted.within_seconds.value_or(0) * nanoseconds)};
  try {
    return std::make_unique<live_audit>(parameters, limits_, std::move(warn));
  } catch (const std::bad_alloc&) {
    return error{error_code::out_of_memory,
                 "the system does not give the " +
                     bytes_in_words(static_cast<double>(parameters.memory_bytes)) +
                     " for the audit; ask for less memory, or for --audit off"};
  }
}

}  // namespace sluice::cli
