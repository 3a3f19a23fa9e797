#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "running/live_audit.hpp"
#include "running/passage.hpp"
#include "telling/report.hpp"

namespace sluice::cli {

/// What empties the line that shows progress.
inline constexpr const char* clear_line = "\r\x1b[K";

/// Is standard error a terminal, and standard output not one that fills with records?
bool a_person_watches();

/// Looks after the work from outside. Says on standard error how far it is: at SIGUSR1, and all the
/// time where a person watches. Stops it at SIGINT and SIGTERM: what was read goes its way, then it
/// ends; a second of these ends it at once.
///
/// Make it before other threads: they inherit that the signals are left to this one.
class watch {
 public:
  /// `audit` may be null.
  watch(passage& way, const live_audit* audit, std::optional<std::uint64_t> size,
        bool shows_progress, wording words = {});
  ~watch() { stop(); }
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  /// Clears the line; how it stood.
  standing stop();

  /// The signal that stopped the work, or 0.
  int stopped_by() const noexcept { return stopped_by_; }

 private:
  using clock = std::chrono::steady_clock;

  void look_on();
  void answer(int signal);
  void show() const;
  static void tell(const standing& now);
  standing now() const;

  passage& way_;
  const live_audit* audit_;
  std::optional<std::uint64_t> size_;
  bool shows_progress_;
  wording words_;
  clock::time_point begin_ = clock::now();
  std::atomic<bool> stopped_ = false;
  std::atomic<int> stopped_by_ = 0;
  std::thread thread_;
};

}  // namespace sluice::cli
