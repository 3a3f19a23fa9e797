#include "telling/kafka_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "telling/audit_words.hpp"
#include "telling/words.hpp"

namespace sluice {
namespace {

std::string lag_of(const worker_figures& now) {
  std::int64_t all = 0;
  bool known = false;
  for (const lane_figures& each : now.lanes) {
    all += each.lag.value_or(0);
    known = known || each.lag;
  }
  return known ? fmt::format(", {} waiting", with_commas(static_cast<std::uint64_t>(all))) : "";
}

/// The highest rates of all partitions.
std::string worst_errors(const worker_figures& now) {
  std::optional<double> fnr;
  std::optional<double> fpr;
  for (const lane_figures& each : now.lanes) {
    if (!each.audit) continue;
    const audit_estimates rates = estimates_of(*each.audit);
    if (rates.fnr) fnr = std::max(fnr.value_or(0), rates.fnr->value);
    if (rates.fpr) fpr = std::max(fpr.value_or(0), rates.fpr->value);
  }
  std::string text;
  if (fnr) text += fmt::format("; FNR at most {:.2g} %", 100 * *fnr);
  if (fpr) text += fmt::format("{} FPR {:.2g} %", text.empty() ? ";" : ",", 100 * *fpr);
  return text;
}

}  // namespace

std::string kafka_line(const worker_figures& now, const worker_figures& before) {
  const double span = std::max(now.seconds - before.seconds, 1e-9);
  const auto fewer = std::min(now.all.records, before.all.records);
  return fmt::format(
      "{}, {}/s: {} fresh, {} ({:.1f} %){}{}{}", counted(now.all.records, "record"),
      about(static_cast<double>(now.all.records - fewer) / span), with_commas(now.all.fresh),
      counted(now.all.repeats, "repeat"), now.all.repeats_per_cent(),
      now.all.keyless > 0 ? fmt::format(", {} without a key", with_commas(now.all.keyless)) : "",
      lag_of(now), worst_errors(now));
}

std::string kafka_line(const lane_figures& now) {
  std::string text =
      fmt::format("partition {}: {}, {} fresh, {} ({:.1f} %)", now.partition,
                  counted(now.counts.records, "record"), with_commas(now.counts.fresh),
                  counted(now.counts.repeats, "repeat"), now.counts.repeats_per_cent());
  if (now.lag)
    text += fmt::format(", {} waiting", with_commas(static_cast<std::uint64_t>(*now.lag)));
  if (!now.is_ready) text += ", is being recovered";
  if (now.audit) {
    if (const auto errors = audit_sentence(*now.audit)) text += "; " + *errors;
  }
  return text;
}

nlohmann::ordered_json kafka_json(const worker_figures& now) {
  nlohmann::ordered_json all{{"records", now.all.records},
                             {"fresh", now.all.fresh},
                             {"repeats", now.all.repeats},
                             {"keyless", now.all.keyless},
                             {"seconds", now.seconds},
                             {"transactions", now.transactions},
                             {"aborted", now.aborted},
                             {"seen_again", now.seen_again},
                             {"seen_elsewhere", now.seen_elsewhere}};
  auto& partitions = all["partitions"] = nlohmann::ordered_json::array();
  for (const lane_figures& each : now.lanes) {
    nlohmann::ordered_json one{{"partition", each.partition},
                               {"records", each.counts.records},
                               {"fresh", each.counts.fresh},
                               {"repeats", each.counts.repeats},
                               {"keyless", each.counts.keyless},
                               {"ready", each.is_ready},
                               {"fill", each.fill}};
    if (each.lag) one["lag"] = *each.lag;
    if (each.audit) one["audit"] = audit_json(*each.audit);
    partitions.push_back(std::move(one));
  }
  return all;
}

}  // namespace sluice
