#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sluice/result.hpp"

namespace sluice {

enum class record_kind { lines, csv, tsv, jsonl, fixed };

/// How a stream is made of records.
struct record_format {
  record_kind kind = record_kind::lines;
  char end = '\n';          ///< what ends a record; of no meaning for fixed ones
  std::uint64_t width = 0;  ///< bytes of a fixed record

  bool has_columns() const noexcept { return kind == record_kind::csv || kind == record_kind::tsv; }
  char separator() const noexcept { return kind == record_kind::csv ? ',' : '\t'; }
};

/// A longer record is an error. What is held of a stream must have a bound.
inline constexpr std::uint64_t longest_record = 256ULL << 20;

/// "lines", "csv", "tsv", "jsonl" or "fixed:N".
result<record_format> parse_format(std::string_view text);

/// What the names say, compressed or not, where they all say the same; else lines.
record_format format_of_names(std::span<const std::string> paths);

}  // namespace sluice
