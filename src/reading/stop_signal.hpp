#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace sluice {

/// Tells readers to give up, also those that wait for a pipe which may stay silent for ever.
class stop_signal {
 public:
  stop_signal() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~stop_signal() { close(descriptor_); }
  stop_signal(const stop_signal&) = delete;
  stop_signal& operator=(const stop_signal&) = delete;

  void raise() noexcept {
    raised_ = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(descriptor_, &one, sizeof one);
  }

  bool raised() const noexcept { return raised_; }

  /// Waits until it is raised, but no longer than that; was it?
  bool wait_for(std::chrono::duration<double> longest) const noexcept {
    pollfd this_one{descriptor_, POLLIN, 0};
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(longest);
    poll(&this_one, 1, static_cast<int>(milliseconds.count()));
    return raised_;
  }

  /// Becomes readable when the signal is raised.
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
  std::atomic<bool> raised_ = false;
};

}  // namespace sluice
