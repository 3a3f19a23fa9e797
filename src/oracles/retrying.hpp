#pragma once

#include <chrono>
#include <functional>

#include "sluice/membership/oracle.hpp"

namespace sluice {

/// Asks again, after growing pauses, for what an oracle did not answer, until a time is over.
///
/// What is wrong for good (a name, a password) is not tried again before the first answer: then the
/// address is at fault. Later it is, since it was right once.
class retrying_oracle final : public oracle {
 public:
  using clock = std::chrono::steady_clock;
  using duration = std::chrono::duration<double>;

  /// `before_waiting` is called before each question: others should not wait for what is done.
  /// `sleep` is how it waits; false: somebody wants it to end, so that it gives up.
  retrying_oracle(oracle& inner, duration timeout, std::function<void()> before_waiting = {},
                  std::function<bool(duration)> sleep = {});

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override;

 private:
  std::optional<error> ask_unanswered(std::span<const std::string_view> keys,
                                      std::span<answer> answers);

  oracle& inner_;
  duration timeout_;
  std::function<void()> before_waiting_;
  std::function<bool(duration)> sleep_;
  bool has_answered_ = false;

  std::vector<std::size_t> places_;
  std::vector<std::string_view> left_;
  std::vector<answer> replies_;
};

}  // namespace sluice
