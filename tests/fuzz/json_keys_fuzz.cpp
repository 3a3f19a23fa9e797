// JSON keys: what a strict parser takes is never called malformed, and a key lies in its record.

#include <simdjson.h>

#include <cstdlib>
#include <string>

#include "keys/json_keys.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string pointers[] = {"/a", "/b/0"};
  static sluice::json_keys one(std::span(pointers).first(1));
  static sluice::json_keys both(pointers);
  static simdjson::dom::parser strict;

  const std::string padded =
      std::string(reinterpret_cast<const char*>(data), size) + std::string(64, '"');
  const std::string_view record(padded.data(), size);
  std::string_view key;
  const auto state = one(record, {}, key);
  if (state == sluice::extraction::found &&
      (key.data() < record.data() || key.data() + key.size() > record.data() + size)) {
    std::abort();
  }
  const bool valid = strict.parse(padded.data(), size, true).error() == simdjson::SUCCESS;
  if (valid && state == sluice::extraction::malformed) std::abort();
  both(record, {}, key);
  return 0;
}
