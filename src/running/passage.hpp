#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "keys/key_reader.hpp"
#include "reading/input.hpp"
#include "reading/stop_signal.hpp"
#include "running/block_ring.hpp"
#include "running/judge.hpp"
#include "running/totals.hpp"
#include "saving/run_state.hpp"
#include "writing/outlet.hpp"
#include "writing/sink.hpp"

namespace sluice {

class state_keeper;

/// What a stream is and what is to become of it.
struct passage_wish {
  std::vector<std::string> paths{"-"};  ///< one stream; "-" is standard input
  key_rules rules{};
  keyless_policy keyless = keyless_policy::pass;
  selection written = selection::fresh;
  verdict_names names{};
  unsigned threads = 1;  ///< that read ahead; the output does not depend on it
};

/// The way of all records: read ahead by other threads, past the judge and out on this one.
class passage {
 public:
  /// `run`: what earlier runs left behind, kept up to date.
  passage(const passage_wish& wish, judge& by, sink& out, run_state& run);

  /// Lets the stream through to its end or its first failure; what came before that is written.
  /// A closed pipe behind the sink is no failure. The keeper, if any, may save after each block.
  std::optional<error> run(state_keeper* keeper = nullptr);

  // Any thread may call these while it runs.

  /// No more is read; what was read goes its way.
  void stop() noexcept { stop_.raise(); }

  /// Waits so long, unless it is stopped meanwhile; then it says false at once.
  bool sleep(std::chrono::duration<double> pause) const noexcept { return !stop_.wait_for(pause); }

  totals so_far() const noexcept { return totals_.now(); }
  std::uint64_t consumed() const noexcept { return stream_.consumed(); }

 private:
  void pass(block& records, std::uint64_t turn);
  std::span<const block* const> filled_after(std::uint64_t turn);
  std::string place(const block& records) const;
  void count(const block& records) noexcept;

  passage_wish wish_;
  judge& judge_;
  sink& out_;
  run_state& run_;
  outlet outlet_;
  stop_signal stop_;
  block_ring ring_;
  input stream_;
  std::vector<const block*> ahead_;
  std::vector<verdict> verdicts_;
  live_totals totals_;
  std::size_t file_ = 0;
  std::uint64_t records_of_file_ = 0;  // its header is one, too
};

}  // namespace sluice
