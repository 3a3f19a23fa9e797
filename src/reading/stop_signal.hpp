#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
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

  /// Becomes readable when the signal is raised.
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
  std::atomic<bool> raised_ = false;
};

}  // namespace sluice
