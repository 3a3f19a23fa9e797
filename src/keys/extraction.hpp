#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "keys/fields.hpp"
#include "keys/joined_key.hpp"
#include "reading/format.hpp"

namespace sluice {

/// What came of looking for a record's key.
enum class extraction { found, missing, malformed };

/// The whole record is the key.
class whole_record {
 public:
  extraction operator()(std::string_view record, std::span<const std::uint32_t> /*columns*/,
                        std::string_view& key) noexcept {
    key = record;
    return extraction::found;
  }
};

/// Some columns of a CSV or TSV record are the key.
class column_keys {
 public:
  explicit column_keys(const record_format& format) noexcept
      : separator_(format.separator()), quotes_(format.kind == record_kind::csv) {}

  extraction operator()(std::string_view record, std::span<const std::uint32_t> columns,
                        std::string_view& key) {
    fields walk(record, separator_, quotes_);
    std::uint32_t passed = 0;
    joined_.clear();
    for (const std::uint32_t column : columns) {
      for (; passed <= column; ++passed) {
        if (!walk.next()) return extraction::missing;
      }
      key = walk.value(scratch_);
      if (columns.size() > 1) joined_.add(key);
    }
    if (columns.size() > 1) key = joined_.view();
    return extraction::found;
  }

 private:
  char separator_;
  bool quotes_;
  std::string scratch_;
  joined_key joined_;
};

}  // namespace sluice
