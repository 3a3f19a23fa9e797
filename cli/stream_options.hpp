#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "keys/key_reader.hpp"
#include "running/passage.hpp"
#include "sluice/planning/wish.hpp"

namespace sluice::cli {

/// The options on what is wanted of a filter: -m, -e, -n, -w.
std::vector<option> wish_options(wish& wanted);

/// The options on what a record and its key are: -f, -k, -0. The same wherever a stream is read.
class record_options {
 public:
  std::vector<option> options();

  /// What they come to for files of these names.
  std::optional<error> settle(const std::vector<std::string>& paths, key_rules& rules) const;

 private:
  std::optional<record_format> format_;
  std::vector<std::string> key_lists_;
  bool null_ = false;
};

/// As many readers as there are cores, but no more than one judge keeps up with.
unsigned useful_threads();

/// The options on how it is read: --missing-key, -j.
std::vector<option> reading_rows(passage_wish& wanted);

/// The options on where it goes and what is said of it: -o, --stats, -q, --progress. The same
/// wherever a stream is read.
class delivery_options {
 public:
  std::vector<option> options();

  const std::string& output() const noexcept { return output_; }
  bool shows_progress() const;

  /// Says a sentence on standard error, unless it should be quiet.
  void say(const std::string& sentence) const;

  /// Writes the summary where --stats wants it, if it is wanted.
  std::optional<error> write_stats(const std::string& json) const;

 private:
  std::string output_ = "-";
  std::optional<std::string> stats_;
  bool quiet_ = false;
  std::optional<bool> progress_;
};

/// Writes a summary to a file; "-" is standard error.
std::optional<error> write_stats(const std::string& path, const std::string& json);

/// "K=2".
std::optional<error> take_parameter(parameter_list& list, const std::string& text);

}  // namespace sluice::cli
