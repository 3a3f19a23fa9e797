#include "signals.hpp"

#include <pthread.h>

#include <initializer_list>

namespace sluice::cli {
namespace {

/// A background job is started with SIGINT ignored, and keeps to that.
bool is_ignored(int signal) {
  struct sigaction now {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

sigset_t awaited_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  for (const int each : {SIGINT, SIGTERM}) {
    if (!is_ignored(each)) sigaddset(&signals, each);
  }
  return signals;
}

void end_by_signal(int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  std::signal(number, SIG_DFL);
  std::raise(number);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
}

void let_the_next_one_end_it() {
  sigset_t both;
  sigemptyset(&both);
  for (const int each : {SIGINT, SIGTERM}) sigaddset(&both, each);
  pthread_sigmask(SIG_UNBLOCK, &both, nullptr);
}

}  // namespace sluice::cli
