#include "reading/format.hpp"

#include <array>
#include <utility>

#include "units.hpp"

namespace sluice {
namespace {

constexpr std::array<std::pair<std::string_view, record_kind>, 4> named{{
    {"lines", record_kind::lines},
    {"csv", record_kind::csv},
    {"tsv", record_kind::tsv},
    {"jsonl", record_kind::jsonl},
}};

record_kind kind_of_name(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  if (path.ends_with(".csv")) return record_kind::csv;
  if (path.ends_with(".tsv")) return record_kind::tsv;
  if (path.ends_with(".jsonl") || path.ends_with(".ndjson")) return record_kind::jsonl;
  return record_kind::lines;
}

}  // namespace

result<record_format> parse_format(std::string_view text) {
  for (const auto& [name, kind] : named) {
    if (text == name) return record_format{.kind = kind};
  }
  constexpr std::string_view fixed = "fixed:";
  if (!text.starts_with(fixed)) {
    return error{error_code::unknown_name, "there is no format '" + std::string(text) +
                                               "'; there are: lines, csv, tsv, jsonl, fixed:N"};
  }
  const auto width = parse_count(text.substr(fixed.size()));
  if (!width || *width == 0 || *width > longest_record) {
    return error{error_code::bad_value, "'" + std::string(text) +
                                            "' is no format; fixed:N needs the bytes of a record, "
                                            "from 1 to 268435456"};
  }
  return record_format{.kind = record_kind::fixed, .width = *width};
}

record_format format_of_names(std::span<const std::string> paths) {
  if (paths.empty()) return {};
  const record_kind first = kind_of_name(paths.front());
  for (const std::string& path : paths) {
    if (kind_of_name(path) != first) return {};
  }
  return {.kind = first};
}

}  // namespace sluice
