#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "running/passage.hpp"
#include "telling/report.hpp"

namespace sluice::cli {

/// Is standard error a terminal, and standard output not one that fills with records?
bool a_person_watches();

/// Says on standard error how far the work is: at SIGUSR1, and all the time where a person watches.
///
/// Make it before other threads: they inherit that the signal is left to this one.
class watch {
 public:
  watch(const passage& way, std::optional<std::uint64_t> size, bool shows_progress,
        wording words = {});
  ~watch() { stop(); }
  watch(const watch&) = delete;
  watch& operator=(const watch&) = delete;

  /// Clears the line; how it stood.
  standing stop();

 private:
  using clock = std::chrono::steady_clock;

  void look_on();
  void show() const;
  standing now() const;

  const passage& way_;
  std::optional<std::uint64_t> size_;
  bool shows_progress_;
  wording words_;
  clock::time_point begin_ = clock::now();
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

}  // namespace sluice::cli
