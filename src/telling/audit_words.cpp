#include "telling/audit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sluice/planning/choice.hpp"
#include "telling/words.hpp"

namespace sluice {
namespace {

/// Above it, memory is what is missing.
constexpr double high_fnr = 0.01;

/// As many digits as the interval is worth: two of its width.
int decimals(const estimate& found) {
  const double width = found.high - found.low;
  const double scale = width > 0 ? width : found.value;
  if (!(scale > 0)) return 0;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(scale))), 0, 9);
}

std::string fixed(double number, int digits) {
  return number == 0 ? "0" : fmt::format("{:.{}f}", number, digits);
}

/// "12.1 % (11.8–12.4)"
std::string per_cent(const estimate& rate) {
  const estimate hundred{100 * rate.value, 100 * rate.low, 100 * rate.high};
  const int digits = decimals(hundred);
  std::string value = fixed(hundred.value, digits) + " %";
  if (!(rate.low < rate.high)) return value;
  return fmt::format("{} ({}–{})", value, fixed(hundred.low, digits), fixed(hundred.high, digits));
}

std::string whole(double number) {
  return with_commas(static_cast<std::uint64_t>(std::llround(number)));
}

/// "6 (0–21)"; where it is exact, "6", or "none".
std::string count_of(const estimate& rate, double all) {
  const std::string value = whole(rate.value * all);
  if (!(rate.low < rate.high)) return value == "0" ? "none" : value;
  return fmt::format("{} ({}–{})", value, whole(std::floor(rate.low * all)),
                     whole(std::ceil(rate.high * all)));
}

/// "2 repeats", "about 2.4 million repeats"
std::string number_of(double count, bool exact, const std::string& what) {
  if (exact) return counted(static_cast<std::uint64_t>(std::llround(count)), what);
  return "about " + about(count) + " " + what + "s";
}

double repeats_in(const audit_figures& found, const estimate& distinct) {
  return std::max(0.0, static_cast<double>(found.ever.records) - distinct.value);
}

std::string sample_size(const audit_figures& found) {
  if (found.share >= 1) return "all keys followed";
  return fmt::format("{} followed, 1 in {}", counted(found.keys, "key"), whole(1 / found.share));
}

std::string missed(const audit_figures& found, const estimate& fnr, double repeats) {
  if (found.windowed) {
    return fmt::format("of the repeats within the span {} passed unnoticed", per_cent(fnr));
  }
  const bool exact = found.share >= 1;
  return fmt::format("of {} {} passed unnoticed", number_of(repeats, exact, "repeat"),
                     exact ? count_of(fnr, repeats) : per_cent(fnr));
}

std::string dropped(const audit_figures& found, const estimate& fpr, double fresh) {
  const std::string count = count_of(fpr, fresh);
  return fmt::format("of {} {} {} dropped", number_of(fresh, found.share >= 1, "fresh record"),
                     count, count == "1" || count == "none" ? "was" : "were");
}

nlohmann::ordered_json or_null(const std::optional<estimate>& rate, double estimate::*part) {
  return rate ? nlohmann::ordered_json((*rate).*part) : nlohmann::ordered_json(nullptr);
}

void put(nlohmann::ordered_json& into, const std::string& name,
         const std::optional<estimate>& found) {
  into[name] = or_null(found, &estimate::value);
  into[name + "_low"] = or_null(found, &estimate::low);
  into[name + "_high"] = or_null(found, &estimate::high);
}

/// "600M", "1.5G": not less, in what -m takes.
std::string as_option(std::uint64_t bytes) {
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit < 4; ++unit) size /= 1024;
  const double step = size < 10 ? 10 : 1;
  return fmt::format("{:g}{}", std::ceil(size * step) / step,
                     std::string("KMGT").substr(unit == 0 ? 4 : unit - 1, 1));
}

}  // namespace

std::optional<std::string> audit_sentence(const audit_figures& found) {
  if (found.ever.records == 0) return std::nullopt;
  const audit_estimates rates = estimates_of(found);
  const double repeats = repeats_in(found, rates.distinct);
  std::string text;
  if (rates.fnr && repeats >= 1) text = missed(found, *rates.fnr, repeats);
  if (rates.fpr) {
    text += (text.empty() ? "" : "; ") + dropped(found, *rates.fpr, rates.distinct.value);
  }
  if (text.empty()) text = "no key was followed that tells of errors";
  return fmt::format("{} ({})", text, sample_size(found));
}

std::string audit_in_short(const audit_figures& found, bool more_room) {
  const audit_estimates rates = estimates_of(found);
  std::string text;
  if (rates.fnr) text += fmt::format("FNR {:.2g} %", 100 * rates.fnr->value);
  if (rates.fpr && more_room) {
    text += fmt::format("{}FPR {:.2g} %", text.empty() ? "" : "  ", 100 * rates.fpr->value);
  }
  return text;
}

std::string limit_passed(const std::string& name, double limit, const estimate& rate) {
  return fmt::format("the {} is {}, above the limit of {:g} %; {}", name, per_cent(rate),
                     100 * limit,
                     name == "FNR" ? "give the filter more memory with -m"
                                   : "ask for a lower one with -e, or give more memory with -m");
}

std::optional<std::string> memory_advice(const audit& by, const plan& chosen, wish wanted) {
  const auto fnr = by.estimates().fnr;
  const bool windowed = wanted.within_records || wanted.within_seconds;
  if (!fnr || fnr->low <= high_fnr || windowed || !wanted.set.empty()) return std::nullopt;
  wanted.shape = by.shape();
  if (!wanted.shape) return std::nullopt;
  const auto enough = memory_for(*chosen.kind, wanted, high_fnr);
  if (!enough || *enough <= chosen.memory_bytes) return std::nullopt;
  return fmt::format("about -m {} would bring the missed repeats of such a stream under 1 %",
                     as_option(*enough));
}

nlohmann::ordered_json audit_json(const audit_figures& found) {
  const audit_estimates rates = estimates_of(found);
  nlohmann::ordered_json all{{"share", found.share}, {"keys", found.keys}};
  put(all, "fpr", rates.fpr);
  put(all, "fnr", rates.fnr);
  put(all, "distinct", rates.distinct);
  auto& recent = all["recent"] = {{"records", found.recent.records}};
  put(recent, "fpr", rates.recent_fpr);
  put(recent, "fnr", rates.recent_fnr);
  return all;
}

}  // namespace sluice
