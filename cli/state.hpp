#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "sluice/result.hpp"

namespace sluice::cli {

/// Looks at state files: what is in one, is it whole, and a copy of it in the newest format.
class state_command final : public command {
 public:
  description about() const override;
  std::vector<option> options() override;
  void take_arguments(const std::vector<std::string>& arguments) override { words_ = arguments; }
  std::optional<error> check() override;
  std::optional<error> run() override;

 private:
  std::optional<error> show() const;
  std::optional<error> verify() const;
  std::optional<error> convert() const;
  std::optional<error> is_whole() const;

  const std::string& path() const { return words_[1]; }

  std::vector<std::string> words_;
  std::string output_;
  bool json_ = false;
  bool compress_ = false;
};

}  // namespace sluice::cli
