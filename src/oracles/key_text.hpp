#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "keys/key_reader.hpp"
#include "sluice/membership/oracle.hpp"

namespace sluice {

/// Asks for keys by what they stand for: a JSON string without its quotes, several columns with
/// tabs between them.
class key_text_oracle final : public oracle {
 public:
  key_text_oracle(oracle& inner, const key_rules& rules);

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override;

 private:
  oracle& inner_;
  bool json_;
  bool joined_;
  std::deque<std::string> texts_;
  std::vector<std::string_view> spoken_;
};

/// The same for one key.
std::string key_text(std::string_view key, bool json, bool joined);

}  // namespace sluice
