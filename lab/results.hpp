#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "experiment.hpp"
#include "sluice/result.hpp"

namespace sluice::lab {

/// A finished cell.
struct finished {
  measurement values;
  double scale = 1;  ///< of the run that it was made for
  std::uint64_t seed = 1;
  std::string date;  ///< when it was finished, in UTC
  double seconds = 0;
};

/// The finished cells in a folder, one line of JSON each in results.jsonl. Lines are only ever
/// appended, each with one write, so that a run may be stopped at any moment: a line cut off at
/// the end is dropped when the file is opened again.
///
/// Two runs at once must not use the same folder. add() may be called by several threads.
class results {
 public:
  /// Reads what is there; makes the folder where there is none.
  static result<std::unique_ptr<results>> open(const std::filesystem::path& folder);

  /// Null where the cell has not been finished with this seed.
  const finished* find(const std::string& cell, std::uint64_t seed) const;

  std::optional<error> add(const std::string& cell, finished done);

  /// The scales and seeds that anything was run for.
  std::set<std::pair<double, std::uint64_t>> settings() const;

 private:
  explicit results(std::filesystem::path file) : file_(std::move(file)) {}
  std::optional<error> read();

  std::filesystem::path file_;
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::uint64_t>, finished> cells_;
};

}  // namespace sluice::lab
