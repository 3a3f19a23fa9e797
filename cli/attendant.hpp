#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace sluice::cli {

/// Attends to the signals of a run that may last for months, in a thread of its own: whatever the
/// run waits for, it ends when it is told to.
class attendant {
 public:
  using clock = std::chrono::steady_clock;

  /// After SIGINT or SIGTERM the run has so much time to end by itself; then, or at a second one,
  /// the signal ends the program. `before_that` is called first, by another thread.
  attendant(std::chrono::seconds patience, std::function<void()> before_that);
  ~attendant();
  attendant(const attendant&) = delete;
  attendant& operator=(const attendant&) = delete;

  /// When it was told to end, if it was, and by which signal.
  std::optional<clock::time_point> told_to_end() const;
  int stopped_by() const noexcept { return stopped_by_; }

  /// Did SIGUSR1 ask since the last call?
  bool was_asked() noexcept { return asked_.exchange(false); }

 private:
  void attend();
  void end_it();

  std::chrono::seconds patience_;
  std::function<void()> before_that_;
  std::atomic<bool> asked_ = false;
  std::atomic<bool> is_over_ = false;
  std::atomic<int> stopped_by_ = 0;
  std::atomic<clock::time_point> told_at_{};
  std::thread thread_;
};

}  // namespace sluice::cli
