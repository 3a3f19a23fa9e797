#include "watch.hpp"

#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "signals.hpp"
#include "telling/audit_words.hpp"

namespace sluice::cli {
namespace {

constexpr long between_looks = 100'000'000;  // nanoseconds

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

watch::watch(passage& way, const live_audit* audit, std::optional<std::uint64_t> size,
             bool shows_progress, wording words)
    : way_(way),
      audit_(audit),
      size_(size),
      shows_progress_(shows_progress),
      words_(std::move(words)) {
  const sigset_t signals = awaited_signals();
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
  const sigset_t signals = awaited_signals();
  const timespec pause{0, between_looks};
  while (true) {
    if (shows_progress_) show();
    const int signal = sigtimedwait(&signals, nullptr, shows_progress_ ? &pause : nullptr);
    if (stopped_) return;
    if (signal > 0) answer(signal);
  }
}

void watch::answer(int signal) {
  if (signal != SIGUSR1) {
    stopped_by_ = signal;
    way_.stop();
    let_the_next_one_end_it();
    return;
  }
  if (shows_progress_) std::fputs(clear_line, stderr);
  tell(now());
}

void watch::tell(const standing& now) {
  std::fprintf(stderr, "sluice: %s\n", summary(now).c_str());
  const auto audited = now.audit ? audit_sentence(*now.audit) : std::nullopt;
  if (audited) std::fprintf(stderr, "sluice: %s\n", audited->c_str());
}

void watch::show() const {
  const std::string line = progress_line(now(), terminal_columns(), wants_colours());
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
}

standing watch::now() const {
  const std::chrono::duration<double> seconds = clock::now() - begin_;
  const auto audited = audit_ == nullptr ? std::nullopt : std::optional(audit_->now());
  return {way_.so_far(), seconds.count(), way_.consumed(), size_, audited, words_};
}

}  // namespace sluice::cli
