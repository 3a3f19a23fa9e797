#pragma once

#include <simdjson.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "keys/extraction.hpp"
#include "keys/joined_key.hpp"

namespace sluice {

/// The values that JSON pointers (RFC 6901) lead to are the key: strings, numbers, true, false and
/// null, compared as they are written, so that 1, 1.0 and "1" are three keys. An object or an array
/// is no key.
///
/// A record is read no further than its key. A record must be readable for 64 bytes behind its end.
class json_keys {
 public:
  explicit json_keys(std::span<const std::string> pointers);

  extraction operator()(std::string_view record, std::span<const std::uint32_t> columns,
                        std::string_view& key);

 private:
  using path = std::vector<std::string>;

  extraction find(std::string_view record, std::string_view& key);
  extraction follow(const path& steps, std::string_view& token);
  std::string_view with_valid_text(std::string_view record);

  std::vector<path> pointers_;
  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  std::string repaired_;
  joined_key joined_;
};

}  // namespace sluice
