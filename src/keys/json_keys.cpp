#include "keys/json_keys.hpp"

#include <algorithm>
#include <charconv>

namespace sluice {
namespace {

using json_error = simdjson::error_code;
using simdjson::ondemand::json_type;
using simdjson::ondemand::value;

/// "/a~1b/0" into "a/b" and "0".
std::vector<std::string> steps_of(std::string_view pointer) {
  std::vector<std::string> steps;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      steps.emplace_back();
    } else if (pointer[i] == '~' && i + 1 < pointer.size() && pointer[i + 1] <= '1') {
      steps.back() += pointer[++i] == '1' ? '/' : '~';
    } else {
      steps.back() += pointer[i];
    }
  }
  return steps;
}

/// One step down, from the document or from a value in it.
template <class From>
json_error descend(From&& from, const std::string& step, value& to) {
  json_type type{};
  if (const auto wrong = from.type().get(type)) return wrong;
  if (type == json_type::object) return from.find_field_unordered(step).get(to);
  if (type != json_type::array) return simdjson::NO_SUCH_FIELD;
  std::size_t index = 0;
  const auto [end, status] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (status != std::errc() || end != step.data() + step.size()) return simdjson::NO_SUCH_FIELD;
  return from.at(index).get(to);
}

extraction missing_or_malformed(json_error code) {
  const bool missing = code == simdjson::NO_SUCH_FIELD || code == simdjson::INDEX_OUT_OF_BOUNDS;
  return missing ? extraction::missing : extraction::malformed;
}

constexpr std::string_view white_space = " \t\r\n";

std::string_view trimmed(std::string_view token) {
  token.remove_prefix(std::min(token.find_first_not_of(white_space), token.size()));
  return token.substr(0, token.find_last_not_of(white_space) + 1);
}

/// The parser looks at a scalar's first byte only.
bool is_well_formed(json_type type, std::string_view token) {
  switch (type) {
    case json_type::boolean:
      return token == "true" || token == "false";
    case json_type::null:
      return token == "null";
    case json_type::number:
      return token.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
    default:
      return true;
  }
}

}  // namespace

json_keys::json_keys(std::span<const std::string> pointers) {
  for (const std::string& pointer : pointers) pointers_.push_back(steps_of(pointer));
}

extraction json_keys::operator()(std::string_view record,
                                 std::span<const std::uint32_t> /*columns*/,
                                 std::string_view& key) {
  constexpr std::size_t ordinary = 1 << 20;
  if (trimmed(record).empty()) return extraction::missing;
  const extraction state = find(record, key);
  // The parser keeps room for the longest record it saw, many times over.
  if (record.size() > ordinary) parser_ = simdjson::ondemand::parser();
  return state;
}

extraction json_keys::find(std::string_view record, std::string_view& key) {
  const auto padded = [](std::string_view text) {
    return simdjson::padded_string_view(text, text.size() + simdjson::SIMDJSON_PADDING);
  };
  std::string_view parsed = record;
  json_error wrong = parser_.iterate(padded(parsed)).get(document_);
  if (wrong == simdjson::UTF8_ERROR) {
    parsed = with_valid_text(record);
    wrong = parser_.iterate(padded(parsed)).get(document_);
  }
  json_type type{};
  if (!wrong) wrong = document_.type().get(type);
  if (wrong || !is_well_formed(type, trimmed(parsed))) return extraction::malformed;

  joined_.clear();
  for (const path& steps : pointers_) {
    document_.rewind();
    if (const auto state = follow(steps, key); state != extraction::found) return state;
    // The bytes as they came, if it was a repaired copy that was searched.
    key = record.substr(static_cast<std::size_t>(key.data() - parsed.data()), key.size());
    if (pointers_.size() > 1) joined_.add(key);
  }
  if (pointers_.size() > 1) key = joined_.view();
  return extraction::found;
}

extraction json_keys::follow(const path& steps, std::string_view& token) {
  value at;
  json_error wrong = descend(document_, steps.front(), at);
  for (std::size_t i = 1; i < steps.size() && !wrong; ++i) {
    value next;
    wrong = descend(at, steps[i], next);
    at = next;
  }
  json_type type{};
  if (!wrong) wrong = at.type().get(type);
  if (wrong) return missing_or_malformed(wrong);
  if (type == json_type::object || type == json_type::array) return extraction::missing;
  token = trimmed(at.raw_json_token());
  return is_well_formed(type, token) ? extraction::found : extraction::malformed;
}

/// A copy in which each byte that is no part of valid UTF-8 is a question mark. Bytes are bytes: a
/// record is not refused for them.
std::string_view json_keys::with_valid_text(std::string_view record) {
  repaired_.assign(record);
  for (std::size_t i = 0; i < record.size();) {
    std::size_t length = 1;
    while (length <= 4 && i + length <= record.size() &&
           !simdjson::validate_utf8(record.data() + i, length)) {
      ++length;
    }
    const bool valid = length <= 4 && i + length <= record.size();
    if (!valid) repaired_[i] = '?';
    i += valid ? length : 1;
  }
  repaired_.reserve(repaired_.size() + simdjson::SIMDJSON_PADDING);
  return repaired_;
}

}  // namespace sluice
