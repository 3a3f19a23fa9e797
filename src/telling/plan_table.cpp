#include "telling/plan_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "telling/words.hpp"

namespace sluice {
namespace {

plan_row work_out(const filter_kind& kind, const wish& wanted, const sample* seen,
                  std::optional<double> wanted_fnr) {
  plan_row row{.kind = &kind};
  if (auto planned = kind.make_plan(wanted)) {
    row.planned = std::move(*planned);
  } else {
    row.refusal = planned.failure().message;
  }
  if (seen != nullptr && row.planned) {
    if (auto subject = make_filter(*row.planned)) row.simulated = seen->simulate(**subject);
  }
  if (wanted_fnr) {
    if (const auto memory = memory_for(kind, wanted, *wanted_fnr)) row.memory = *memory;
  }
  return row;
}

/// What was learnt, in a sentence.
std::string described(const sample& seen) {
  const auto shape = seen.shape();
  if (!shape) return with_commas(seen.records()) + " records in the sample, none of them a repeat";
  return fmt::format(
      "{} records in the sample, {:.3g} % of them repeats, half of these within {} records",
      with_commas(seen.records()), shape->repeats * 100,
      with_commas(static_cast<std::uint64_t>(shape->gaps.median())));
}

std::string percent(double rate) {
  constexpr double noise = 1e-15;  // of summing up probabilities
  return rate < noise ? "0" : fmt::format("{:.3g} %", rate * 100);
}

std::string parameters_of(const plan& planned) {
  std::string text;
  for (const auto& [name, value] : planned.parameters)
    text += fmt::format(" {}={:.15g}", name, value);
  return text.empty() ? text : text.substr(1);
}

using cells = std::vector<std::string>;

cells heading(const plan_table& table) {
  cells names{"filter", "remembers", "FPR at most", "FNR", "lines"};
  if (table.sample) names.insert(names.end(), {"sample FPR", "sample FNR"});
  if (table.wanted_fnr) names.push_back("memory for FNR " + percent(*table.wanted_fnr));
  names.emplace_back("parameters");
  return names;
}

cells cells_of(const plan_table& table, const plan_row& row) {
  cells all{std::string(row.kind->name) + (row.kind->name == table.chosen ? " *" : "")};
  if (row.planned) {
    const prediction& expected = row.planned->expected;
    all.insert(all.end(),
               {expected.remembers ? about(*expected.remembers) : "", percent(expected.fpr),
                expected.fnr ? percent(*expected.fnr) : "", fmt::format("{:.0f}", expected.lines)});
  } else {
    all.resize(5);
  }
  if (table.sample) {
    all.push_back(row.simulated ? percent(row.simulated->fpr()) : "");
    all.push_back(row.simulated ? percent(row.simulated->fnr()) : "");
  }
  if (table.wanted_fnr) {
    all.push_back(row.memory ? bytes_in_words(static_cast<double>(*row.memory)) : "");
  }
  all.push_back(row.planned ? parameters_of(*row.planned) : "refused: " + row.refusal);
  return all;
}

/// Columns as wide as their widest cell; the first and the last to the left, numbers to the right.
std::string aligned(const std::vector<cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const cells& line : lines) {
    text += fmt::format("{:<{}}", line.front(), widths.front());
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
      text += fmt::format("  {:>{}}", line[i], widths[i]);
    text += "  " + line.back() + "\n";
  }
  return text;
}

nlohmann::json row_json(const plan_row& row) {
  nlohmann::json json{{"name", row.kind->name}};
  if (row.memory) json["memory_for_fnr"] = *row.memory;
  if (!row.planned) {
    json["refused"] = row.refusal;
    return json;
  }
  const prediction& expected = row.planned->expected;
  json["memory_bytes"] = row.planned->memory_bytes;
  for (const auto& [name, value] : row.planned->parameters) json["parameters"][name] = value;
  json["predicted"]["fpr"] = expected.fpr;
  if (expected.fnr) json["predicted"]["fnr"] = *expected.fnr;
  if (expected.remembers) json["remembers"] = *expected.remembers;
  json["cache_lines"] = expected.lines;
  if (row.simulated)
    json["sample"] = {{"fpr", row.simulated->fpr()}, {"fnr", row.simulated->fnr()}};
  return json;
}

}  // namespace

plan_table compare_filters(const wish& wanted, const sample* seen,
                           std::optional<double> wanted_fnr) {
  plan_table table{.wanted = wanted, .wanted_fnr = wanted_fnr};
  if (seen != nullptr) {
    table.sample = described(*seen);
    if (!table.wanted.shape) table.wanted.shape = seen->shape();
  }
  for (const filter_kind& kind : all_filters) {
    table.rows.push_back(work_out(kind, table.wanted, seen, wanted_fnr));
  }
  if (const auto taken = choose(table.wanted)) {
    table.chosen = taken->planned.kind->name;
    table.reason = "auto takes " + taken->reason;
  } else {
    table.reason = "auto refuses: " + taken.failure().message;
  }
  return table;
}

std::string as_text(const plan_table& table) {
  std::vector<cells> lines{heading(table)};
  for (const plan_row& row : table.rows) lines.push_back(cells_of(table, row));
  std::string text = fmt::format("{} of memory, FPR bound {}\n",
                                 bytes_in_words(static_cast<double>(table.wanted.memory_bytes)),
                                 percent(table.wanted.fpr));
  if (table.sample) text += *table.sample + "\n";
  text += "\n" + aligned(lines) + "\n* " + table.reason + ".\n";
  if (!table.wanted.shape) {
    text += "To predict how many repeats are missed (FNR), give --gaps or --sample.\n";
  }
  return text;
}

std::string as_json(const plan_table& table) {
  nlohmann::json json{{"memory_bytes", table.wanted.memory_bytes},
                      {"fpr", table.wanted.fpr},
                      {"chosen", table.chosen},
                      {"reason", table.reason}};
  if (table.wanted_fnr) json["wanted_fnr"] = *table.wanted_fnr;
  for (const plan_row& row : table.rows) json["filters"].push_back(row_json(row));
  return json.dump(2) + "\n";
}

}  // namespace sluice
