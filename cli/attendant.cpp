#include "attendant.hpp"

#include <pthread.h>

#include <csignal>
#include <utility>

#include "signals.hpp"

namespace sluice::cli {

attendant::attendant(std::chrono::seconds patience, std::function<void()> before_that)
    : patience_(patience), before_that_(std::move(before_that)) {
  const sigset_t signals = awaited_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([this] { attend(); });
}

attendant::~attendant() {
  is_over_ = true;
  thread_.join();
}

std::optional<attendant::clock::time_point> attendant::told_to_end() const {
  return stopped_by_ == 0 ? std::nullopt : std::optional(told_at_.load());
}

void attendant::attend() {
  constexpr timespec between_looks{0, 50'000'000};
  const sigset_t signals = awaited_signals();
  while (!is_over_) {
    const int signal = sigtimedwait(&signals, nullptr, &between_looks);
    if (signal == SIGUSR1) asked_ = true;
    const bool ends = signal > 0 && signal != SIGUSR1;
    if (ends && stopped_by_ != 0) end_it();
    if (ends) {
      told_at_ = clock::now();
      stopped_by_ = signal;
    }
    if (stopped_by_ != 0 && clock::now() - told_at_.load() > patience_) end_it();
  }
}

void attendant::end_it() {
  before_that_();
  end_by_signal(stopped_by_);
}

}  // namespace sluice::cli
