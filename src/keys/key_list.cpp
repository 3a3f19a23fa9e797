#include "keys/key_list.hpp"

#include <algorithm>
#include <limits>

#include "failures.hpp"
#include "keys/fields.hpp"
#include "units.hpp"

namespace sluice {
namespace {

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

error refused(std::string message) {
  return {error_code::bad_value, std::move(message)};
}

/// Why such a format cannot have this key, if so.
std::optional<error> refuse(const std::string& entry, const record_format& format) {
  if (!format.has_columns() && format.kind != record_kind::jsonl) {
    return refused("a key is chosen among columns or JSON members; add -f csv, tsv or jsonl");
  }
  if (entry.empty()) return refused("a name in the list of keys is empty; write -k id,day");
  if (format.kind == record_kind::jsonl && entry[0] != '/') {
    return refused("the key '" + entry + "' is no JSON pointer; write /" + entry);
  }
  if (format.has_columns() && is_number(entry)) {
    const auto column = parse_count(entry);
    if (!column || *column == 0 || *column > std::numeric_limits<std::uint32_t>::max()) {
      return refused("there is no column " + entry + "; columns are counted from 1");
    }
  }
  return std::nullopt;
}

/// The names of a header, in order.
std::vector<std::string> names_in(std::string_view header, const record_format& format) {
  std::vector<std::string> names;
  std::string scratch;
  fields columns(header, format.separator(), format.kind == record_kind::csv);
  while (columns.next()) names.emplace_back(columns.value(scratch));
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

result<key_list> key_list::parse(std::span<const std::string> lists, const record_format& format) {
  key_list keys;
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      keys.entries_.push_back(list.substr(begin, end - begin));
      begin = end + 1;
      if (const auto refusal = refuse(keys.entries_.back(), format)) return *refusal;
    }
  }
  keys.by_name_ =
      format.has_columns() && !std::all_of(keys.entries_.begin(), keys.entries_.end(), is_number);
  return keys;
}

result<std::vector<std::uint32_t>> key_list::columns(std::string_view header,
                                                     const record_format& format) const {
  const auto names = by_name_ ? names_in(header, format) : std::vector<std::string>();
  std::vector<std::uint32_t> columns;
  for (const std::string& entry : entries_) {
    if (is_number(entry)) {
      columns.push_back(static_cast<std::uint32_t>(*parse_count(entry) - 1));
      continue;
    }
    const auto found = std::find(names.begin(), names.end(), entry);
    if (found == names.end()) {
      return bad_input("there is no column '" + entry + "'; there are: " + joined(names));
    }
    columns.push_back(static_cast<std::uint32_t>(found - names.begin()));
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

}  // namespace sluice
