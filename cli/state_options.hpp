#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "running/passage.hpp"
#include "saving/resume.hpp"
#include "saving/run_state.hpp"
#include "saving/state_keeper.hpp"
#include "sluice/snapshot/zstd.hpp"
#include "units.hpp"

namespace sluice::cli {

/// A hash to begin with: keyed by a new secret, or by the seed.
hash_identity new_hash(std::uint64_t seed, bool keyed);

/// Makes sure that the output of that name ends with a whole record before more are appended. A
/// sentence if something had to be cut off.
result<std::string> mend_output(const sink& out, const std::string& name, const run_state& before,
                                const passage_wish& stream);

/// The options on state that survives: --state, --checkpoint, --compress-state, --keep-secret. The
/// same wherever a stream is read.
class state_options {
 public:
  std::vector<option> options();

  /// Do they make sense together, and with --keyed?
  std::optional<error> check(bool keyed) const;

  bool wanted() const noexcept { return !path_.empty(); }
  const std::string& path() const noexcept { return path_; }
  bool keeps_secret() const noexcept { return keep_secret_; }

  /// Takes the file for this process.
  result<state_file> take() const { return state_file::take(path_); }

  /// One that saves to this file when the options say so.
  std::unique_ptr<state_keeper> keeper(state_file file) const;

  /// How blocks are packed; null: not at all.
  block_codec* codec() { return compress_ ? &codec_ : nullptr; }

 private:
  std::string path_;
  std::optional<span_of_stream> checkpoint_;
  bool compress_ = false;
  bool keep_secret_ = false;
  zstd_codec codec_;
};

}  // namespace sluice::cli
