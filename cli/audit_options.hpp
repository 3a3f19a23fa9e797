#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "running/live_audit.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice::cli {

/// The options on measuring the filter's errors: --audit, --max-fpr, --max-fnr, --strict.
class audit_options {
 public:
  std::vector<option> options();
  std::optional<error> check() const;

  /// The share asked for, as text.
  std::string asked() const;

  /// The audit beside a filter of that budget; null where none is wanted.
  result<std::unique_ptr<live_audit>> make(const wish& wanted, live_audit::telling warn) const;

 private:
  std::optional<double> share_ = audit_parameters{}.share;  // nothing: off
  audit_limits limits_;
};

}  // namespace sluice::cli
