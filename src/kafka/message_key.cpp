#include "kafka/message_key.hpp"

#include <simdjson.h>

#include <array>

#include "failures.hpp"
#include "keys/key_list.hpp"

namespace sluice {
namespace {

/// Nothing is no key; an empty text is one.
extraction given(const void* bytes, std::size_t size, std::string_view& key) {
  if (bytes == nullptr) return extraction::missing;
  key = {static_cast<const char*>(bytes), size};
  return extraction::found;
}

extraction last_header(const rd_kafka_message_t& message, const std::string& name,
                       std::string_view& key) {
  rd_kafka_headers_t* headers = nullptr;
  const void* value = nullptr;
  std::size_t size = 0;
  if (rd_kafka_message_headers(&message, &headers) != RD_KAFKA_RESP_ERR_NO_ERROR ||
      rd_kafka_header_get_last(headers, name.c_str(), &value, &size) !=
          RD_KAFKA_RESP_ERR_NO_ERROR) {
    return extraction::missing;
  }
  return given(value, size, key);
}

constexpr std::string_view column_prefix = "column:";
constexpr std::string_view header_prefix = "header:";

}  // namespace

result<message_key> message_key::parse(const std::string& text) {
  if (text == "key") return message_key(own_key{});
  if (text == "value") return message_key(whole_value{});
  if (text.starts_with('/')) return from_pointers(text);
  if (text.starts_with(column_prefix)) return from_columns(text.substr(column_prefix.size()));
  if (text.starts_with(header_prefix) && text.size() > header_prefix.size()) {
    return message_key(header{text.substr(header_prefix.size())});
  }
  return bad_input("'" + text +
                   "' is no key of a message; write key, value, /json/pointer, column:2 or "
                   "header:NAME");
}

result<message_key> message_key::from_pointers(const std::string& list) {
  const auto keys = key_list::parse(std::array{list}, {.kind = record_kind::jsonl});
  if (!keys) return keys.failure();
  return message_key(pointers{json_keys(keys->entries())});
}

result<message_key> message_key::from_columns(const std::string& list) {
  const record_format format{.kind = record_kind::csv};
  const auto keys = key_list::parse(std::array{list}, format);
  if (!keys) return keys.failure();
  if (keys->by_name()) {
    return bad_input("a message has no header line, so its columns go by number, not '" + list +
                     "'; write column:2");
  }
  auto numbers = keys->columns("", format);
  if (!numbers) return numbers.failure();
  return message_key(columns{column_keys(format), std::move(*numbers)});
}

extraction message_key::operator()(const rd_kafka_message_t& message, std::string_view& key) {
  if (std::holds_alternative<own_key>(kind_)) return given(message.key, message.key_len, key);
  if (const auto* by = std::get_if<header>(&kind_)) return last_header(message, by->name, key);
  std::string_view value;
  if (given(message.payload, message.len, value) == extraction::missing) return extraction::missing;
  if (auto* by = std::get_if<columns>(&kind_)) return by->find(value, by->numbers, key);
  if (auto* by = std::get_if<pointers>(&kind_)) {
    by->padded.assign(value);
    by->padded.append(simdjson::SIMDJSON_PADDING, ' ');
    return by->find(std::string_view(by->padded).substr(0, value.size()), {}, key);
  }
  key = value;
  return extraction::found;
}

}  // namespace sluice
