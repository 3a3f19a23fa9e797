#include "watch.hpp"

#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace sluice::cli {
namespace {

constexpr long between_looks = 100'000'000;  // nanoseconds
constexpr const char* clear_line = "\r\x1b[K";

sigset_t wake_up() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  return signals;
}

unsigned terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool wants_colours() {
  const char* const refused = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) == 1 && (refused == nullptr || *refused == '\0');
}

}  // namespace

bool a_person_watches() {
  return isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0;
}

watch::watch(const passage& way, std::optional<std::uint64_t> size, bool shows_progress,
             wording words)
    : way_(way), size_(size), shows_progress_(shows_progress), words_(std::move(words)) {
  const sigset_t signals = wake_up();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([this] { look_on(); });
}

standing watch::stop() {
  if (thread_.joinable()) {
    stopped_ = true;
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
    if (shows_progress_) std::fputs(clear_line, stderr);
  }
  return now();
}

void watch::look_on() {
  const sigset_t signals = wake_up();
  const timespec pause{0, between_looks};
  while (true) {
    if (shows_progress_) show();
    const bool asked = sigtimedwait(&signals, nullptr, shows_progress_ ? &pause : nullptr) > 0;
    if (stopped_) return;
    if (!asked) continue;
    if (shows_progress_) std::fputs(clear_line, stderr);
    std::fprintf(stderr, "sluice: %s\n", summary(now()).c_str());
  }
}

void watch::show() const {
  const std::string line = progress_line(now(), terminal_columns(), wants_colours());
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
}

standing watch::now() const {
  const std::chrono::duration<double> seconds = clock::now() - begin_;
  return {way_.so_far(), seconds.count(), way_.consumed(), size_, words_};
}

}  // namespace sluice::cli
