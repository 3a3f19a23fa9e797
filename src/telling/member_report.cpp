#include "telling/member_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "telling/words.hpp"

namespace sluice {
namespace {

std::string audit_in_words(const membership_audit& audit) {
  if (audit.records() == 0) return "";
  return fmt::format("; of {} checked, precision {:.4g} and recall {:.4g}",
                     counted(audit.records(), "record"), audit.precision(), audit.recall());
}

nlohmann::ordered_json audit_json(const membership_audit& audit) {
  return {{"share", audit.share()},         {"records", audit.records()},
          {"members", audit.members()},     {"said_members", audit.said_members()},
          {"precision", audit.precision()}, {"recall", audit.recall()}};
}

}  // namespace

wording member_wording() {
  return {"other", "others", "member"};
}

std::string member_expectation(const memory_plan& chosen) {
  const std::string size = bytes_in_words(static_cast<double>(chosen.memory_bytes));
  if (chosen.kind->name != "remembering") return fmt::format("{} in {}", chosen.kind->name, size);
  const auto p = with_values(remembering_parameters{}, chosen.parameters);
  return fmt::format(
      "remembering in {} keeps about {} answers and asks again for what it forgot; about 1 new key "
      "in {} may be taken for another",
      size, about(p->table().capacity()), about(1 / p->wrong_bound()));
}

std::string member_summary(const member_standing& end) {
  return summary(end.stream) + "; " + counted(end.questions, "question") + " to the oracle" +
         audit_in_words(end.audit);
}

std::string member_stats_json(const member_standing& end, const memory_plan& chosen) {
  const totals& sum = end.stream.so_far;
  nlohmann::ordered_json stats{
      {"records", sum.records},     {"members", sum.repeats},
      {"others", sum.fresh},        {"keyless", sum.keyless},
      {"bytes", sum.bytes},         {"seconds", end.stream.seconds},
      {"questions", end.questions}, {"algorithm", chosen.kind->name},
  };
  auto& parameters = stats["parameters"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : chosen.parameters) {
    if (value == std::floor(value)) {
      parameters[name] = static_cast<std::int64_t>(value);
    } else {
      parameters[name] = value;
    }
  }
  stats["memory_bytes"] = chosen.memory_bytes;
  stats["predicted"] = {{"fpr", end.predicted.fpr}, {"fnr", end.predicted.fnr}};
  if (end.audit.share() > 0) stats["audit"] = audit_json(end.audit);
  return stats.dump();
}

}  // namespace sluice
