#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "sluice/planning/sample.hpp"
#include "stream_options.hpp"

namespace sluice::cli {

/// sluice plan: all filters at one budget and bound, side by side.
class plan_command final : public command {
 public:
  description about() const override;
  std::vector<option> options() override;
  std::optional<error> check() override;
  std::optional<error> run() override;

 private:
  wish wish_;
  std::optional<gap_distribution> gaps_;
  double repeats_ = 0.5;
  std::optional<double> fnr_;
  std::optional<std::string> sample_;
  record_options records_;
  key_rules rules_;
  bool json_ = false;
};

}  // namespace sluice::cli
