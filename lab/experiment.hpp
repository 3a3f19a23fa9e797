#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "account.hpp"

namespace sluice::lab {

/// At what size and with which random choices.
struct setting {
  double scale = 1;  ///< of the large streams, and of the memory and the universe with them
  std::uint64_t seed = 1;
};

/// What a cell measured: numbers and curves by name.
using measurement = std::map<std::string, std::vector<double>>;

/// Between a running cell and whoever waits for it. Any thread may use it.
class course {
 public:
  void advance(std::uint64_t records) noexcept { done_ += records; }
  std::uint64_t done() const noexcept { return done_; }

  /// A cell that sees this returns soon; what it returns is thrown away.
  bool stopped() const noexcept { return stopped_; }
  void stop() noexcept { stopped_ = true; }

 private:
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// The smallest piece of an experiment: runs by itself, on one thread, and is never run twice.
struct cell {
  std::string name;  ///< everything that its result depends on, but for the seed
  double work = 0;   ///< records that it shows to filters, about
  std::function<measurement(course&)> run;
};

/// The finished cells of an experiment, by name.
using finished_cells = std::map<std::string, const measurement*>;

/// One table or figure. Experiments that need the same cell share it.
struct experiment {
  std::string id;
  std::string title;
  std::string place;  ///< where the paper has it
  std::function<std::vector<cell>(const setting&)> cells;
  std::function<account(const setting&, const finished_cells&)> tell;
};

/// All experiments, in the order of the papers.
const std::vector<experiment>& all_experiments();

}  // namespace sluice::lab
