#pragma once

#include <librdkafka/rdkafka.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "keys/extraction.hpp"
#include "keys/json_keys.hpp"
#include "sluice/result.hpp"

namespace sluice {

/// What of a Kafka message is its key: the message's own key, its value, a part of its value, or a
/// header.
class message_key {
 public:
  /// "key", "value", "/user/id" (JSON pointers), "column:2" (of a value that is a CSV record),
  /// "header:NAME".
  static result<message_key> parse(const std::string& text);

  /// The key is valid until the next call or the message's end.
  extraction operator()(const rd_kafka_message_t& message, std::string_view& key);

 private:
  struct own_key {};
  struct whole_value {};
  struct pointers {
    json_keys find;
    std::string padded{};  // as the parser wants it
  };
  struct columns {
    column_keys find;
    std::vector<std::uint32_t> numbers;
  };
  struct header {
    std::string name;
  };
  using kinds = std::variant<own_key, whole_value, pointers, columns, header>;

  explicit message_key(kinds kind) : kind_(std::move(kind)) {}

  static result<message_key> from_pointers(const std::string& list);
  static result<message_key> from_columns(const std::string& list);

  kinds kind_;
};

}  // namespace sluice
