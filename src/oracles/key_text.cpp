#include "oracles/key_text.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace sluice {
namespace {

/// A value as it is written: "a\u0062" with its quotes as ab. What is no string stays.
std::string json_text(std::string_view token) {
  if (!token.starts_with('"')) return std::string(token);
  if (token.find('\\') == std::string_view::npos) {
    return std::string(token.substr(1, token.size() - 2));
  }
  const auto value = nlohmann::json::parse(token, nullptr, false);
  return value.is_string() ? value.get<std::string>() : std::string(token);
}

/// Takes a value off a joined key; see joined_key. False where it is none.
bool take_value(std::string_view& key, std::string_view& value) {
  constexpr std::size_t length = 8;
  if (key.size() < length) return false;
  std::uint64_t size = 0;
  for (unsigned i = 0; i < length; ++i) {
    size |= static_cast<std::uint64_t>(static_cast<unsigned char>(key[i])) << (8 * i);
  }
  if (size > key.size() - length) return false;
  value = key.substr(length, size);
  key.remove_prefix(length + size);
  return true;
}

}  // namespace

std::string key_text(std::string_view key, bool json, bool joined) {
  const auto text_of = [json](std::string_view value) {
    return json ? json_text(value) : std::string(value);
  };
  if (!joined) return text_of(key);
  std::string text;
  std::string_view left = key;
  for (std::string_view value; !left.empty(); text += text_of(value)) {
    // The same column twice is but one, and not joined.
    if (!take_value(left, value)) return text_of(key);
    if (value.data() != key.data() + 8) text += '\t';
  }
  return text;
}

key_text_oracle::key_text_oracle(oracle& inner, const key_rules& rules)
    : inner_(inner),
      json_(rules.format.kind == record_kind::jsonl && !rules.keys.empty()),
      joined_(rules.keys.entries().size() > 1) {}

std::optional<error> key_text_oracle::ask(std::span<const std::string_view> keys,
                                          std::span<answer> answers) {
  if (!json_ && !joined_) return inner_.ask(keys, answers);
  texts_.clear();
  spoken_.clear();
  for (const std::string_view key : keys) {
    spoken_.push_back(texts_.emplace_back(key_text(key, json_, joined_)));
  }
  return inner_.ask(spoken_, answers);
}

}  // namespace sluice
