#include "telling/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "telling/audit_words.hpp"
#include "telling/words.hpp"

namespace sluice {
namespace {

std::string rate(const standing& now) {
  return size_in_words(static_cast<double>(now.so_far.bytes) / std::max(now.seconds, 1e-9)) + "/s";
}

std::string memory_of(const plan& chosen) {
  const bool never_misses = chosen.expected.fnr && *chosen.expected.fnr == 0;
  if (!chosen.expected.remembers) return "remembers keys for a while";
  const std::string keys = about(*chosen.expected.remembers);
  if (chosen.kind->name == "window") {
    const bool by_time = find(chosen.parameters, "T").value_or(0) > 0;
    return by_time ? "misses no repeat within that time, if it brings at most " + keys + " records"
                   : "misses no repeat within the last " + keys + " records";
  }
  return never_misses ? "misses no repeat among up to " + keys + " keys"
                      : "remembers about the last " + keys + " keys";
}

std::string cost_of(const plan& chosen) {
  const double fpr = chosen.expected.fpr;
  if (fpr < 1e-15) return "no fresh record is dropped";
  const std::string often = about(1 / fpr);
  return "about 1 fresh record in " + (often == "1 million" ? "a million" : often) +
         " may be dropped";
}

/// "[=====>    ]  62 %  ", or nothing where the end is not known.
std::string bar(const standing& now, unsigned columns, bool colours) {
  constexpr unsigned beside = 64;
  if (!now.all || *now.all == 0 || columns < beside + 6) return "";
  const double share =
      std::min(1.0, static_cast<double>(now.consumed) / static_cast<double>(*now.all));
  const auto width = std::min(columns - beside, 30U);
  const auto done = static_cast<unsigned>(share * width);
  const std::string filled = std::string(done, '=') + (done < width ? ">" : "");
  const std::string empty(width - std::min<std::size_t>(filled.size(), width), ' ');
  return fmt::format("[{}{}{}{}] {:3.0f} %  ", colours ? "\x1b[32m" : "", filled,
                     colours ? "\x1b[0m" : "", empty, share * 100);
}

std::string time_left(const standing& now) {
  if (!now.all || now.consumed == 0) return clock_time(now.seconds);
  const double left = static_cast<double>(*now.all) / static_cast<double>(now.consumed) - 1;
  return clock_time(std::ceil(now.seconds * std::max(0.0, left))) + " left";
}

}  // namespace

std::string expectation(const plan& chosen) {
  return fmt::format("{} in {} {}; {}", chosen.kind->name,
                     bytes_in_words(static_cast<double>(chosen.memory_bytes)), memory_of(chosen),
                     cost_of(chosen));
}

std::string summary(const standing& now) {
  const totals& sum = now.so_far;
  std::string text =
      fmt::format("{} ({}) in {:.2f} s, {}: {} {}, {} ({:.1f} %)", counted(sum.records, "record"),
                  size_in_words(static_cast<double>(sum.bytes)), now.seconds, rate(now),
                  with_commas(sum.fresh), sum.fresh == 1 ? now.words.one_fresh : now.words.fresh,
                  counted(sum.repeats, now.words.repeat), sum.repeats_per_cent());
  if (sum.keyless > 0) text += fmt::format(", {} without a key", with_commas(sum.keyless));
  return text;
}

std::string progress_line(const standing& now, unsigned columns, bool colours) {
  const totals& sum = now.so_far;
  constexpr unsigned wide = 100;
  std::string errors = now.audit ? audit_in_short(*now.audit, columns >= wide) : "";
  if (!errors.empty()) errors += "  ";
  const auto room = columns - std::min(columns, static_cast<unsigned>(errors.size()));
  return fmt::format("{}{} records  {}  {}  {:.1f} % {}s  {}{}", bar(now, room, colours),
                     about(static_cast<double>(sum.records)),
                     size_in_words(static_cast<double>(sum.bytes)), rate(now),
                     sum.repeats_per_cent(), now.words.repeat, errors, time_left(now));
}

std::string stats_json(const standing& end, const plan& chosen) {
  const totals& sum = end.so_far;
  nlohmann::ordered_json stats{
      {"records", sum.records},         {"fresh", sum.fresh}, {"repeats", sum.repeats},
      {"keyless", sum.keyless},         {"bytes", sum.bytes}, {"seconds", end.seconds},
      {"algorithm", chosen.kind->name},
  };
  auto& parameters = stats["parameters"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : chosen.parameters) {
    const bool whole = value == std::floor(value) && std::abs(value) <= 0x1p53;
    if (whole) {
      parameters[name] = static_cast<std::int64_t>(value);
    } else {
      parameters[name] = value;
    }
  }
  stats["memory_bytes"] = chosen.memory_bytes;
  stats["predicted"]["fpr"] = chosen.expected.fpr;
  if (chosen.expected.fnr) stats["predicted"]["fnr"] = *chosen.expected.fnr;
  if (end.audit) stats["audit"] = audit_json(*end.audit);
  return stats.dump();
}

}  // namespace sluice
