#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "sluice/audit.hpp"
#include "sluice/result.hpp"

namespace sluice {

/// Rates that somebody does not want to see passed.
struct audit_limits {
  std::optional<double> fpr{};
  std::optional<double> fnr{};
  bool strict = false;  ///< passing one is a failure; else it is only told, once

  bool any() const noexcept { return fpr || fnr; }
};

/// An audit of which one thread makes use while others look at its figures.
class live_audit {
 public:
  using telling = std::function<void(const std::string&)>;

  explicit live_audit(const audit_parameters& parameters, audit_limits limits = {},
                      telling warn = {})
      : audit_(parameters), limits_(limits), warn_(std::move(warn)) {}

  /// Looks at what the filter said at that time; a failure if a strict limit is passed.
  std::optional<error> observe(std::uint64_t nanoseconds, std::span<const digest> keys,
                               std::span<const verdict> verdicts);

  /// What is known after the latest call of observe(). Any thread may ask.
  audit_figures now() const {
    const std::scoped_lock lock(mutex_);
    return published_;
  }

  /// The audit itself, for the thread that observes. What it is set to is seen by all only after
  /// publish().
  audit& subject() noexcept { return audit_; }
  void publish();

 private:
  std::optional<error> check_limits();

  audit audit_;
  audit_limits limits_;
  telling warn_;
  mutable std::mutex mutex_;
  audit_figures published_;
};

}  // namespace sluice
