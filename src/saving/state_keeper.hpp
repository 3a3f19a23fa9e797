#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "saving/run_state.hpp"
#include "saving/state_file.hpp"
#include "units.hpp"
#include "writing/sink.hpp"

namespace sluice {

/// Saves the state now and then while the stream goes on, and at its end.
///
/// Now and then: a child process, which has the memory as it was at that moment, writes the state.
/// The stream waits only until the child is made. While it writes, the system keeps each page that
/// the stream changes twice, so that the process may take up to twice the filter's memory; and it
/// breaks huge pages into small ones, which a thread puts together again afterwards.
///
/// A state is only saved behind the output it covers: all that was let through before is handed to
/// the system first, and where it goes to a file that is on the disk before the state is.
class state_keeper {
 public:
  /// `warn` is told once when a state cannot be saved.
  state_keeper(state_file file, const span_of_stream& every,
               std::function<void(const std::string&)> warn);
  ~state_keeper();
  state_keeper(const state_keeper&) = delete;
  state_keeper& operator=(const state_keeper&) = delete;

  /// From now on that is saved by `save`, most of which are these cells; `out` and `run` are what
  /// it goes with. Nothing of it may move. A first state is saved where there is none.
  std::optional<error> keep(state_file::writing save, std::span<std::byte> cells, sink& out,
                            run_state& run);

  /// To be called between blocks, with the run's state up to date: saves if it is time.
  void look(bool now = false);

  /// Saves the end.
  std::optional<error> finish();

 private:
  using clock = std::chrono::steady_clock;

  bool is_due() const;
  bool prepare();
  void start_child();
  void end_child(bool wait);
  void join_pages();
  void complain(const error& failure);
  std::optional<error> write_all(byte_sink& to);

  state_file file_;
  span_of_stream every_;
  std::function<void(const std::string&)> warn_;

  state_file::writing save_;
  std::span<std::byte> cells_;
  sink* out_ = nullptr;
  run_state* run_ = nullptr;

  clock::time_point last_time_ = clock::now();
  std::uint64_t last_record_ = 0;
  pid_t child_ = 0;
  state_file::version next_;  // that the child writes
  std::atomic<bool> is_joining_ = false;
  std::jthread joining_;  // pages
  std::optional<error> failure_;
};

}  // namespace sluice
