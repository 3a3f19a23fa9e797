#include "state_options.hpp"

#include <cstdio>

#include "taking.hpp"

namespace sluice::cli {

std::vector<option> state_options::options() {
  return {
      {"--state", "FILE",
       "continue from this state where it exists, and save it: at the end, at SIGTERM and SIGINT",
       text_into(path_)},
      {"--checkpoint", "SPAN", "save the state also every so many records (5M) or so often (90s)",
       into(parse_span, checkpoint_)},
      {"--compress-state", "", "save the state compressed with zstd", flag_into(compress_)},
      {"--keep-secret", "",
       "save the secret of --keyed with the state, which only its owner may read",
       flag_into(keep_secret_)},
  };
}

std::optional<error> state_options::check(bool keyed) const {
  const auto refused = [](const char* why) { return error{error_code::bad_value, why}; };
  if (!wanted() && (checkpoint_ || compress_ || keep_secret_)) {
    return refused("--checkpoint, --compress-state and --keep-secret need --state FILE");
  }
  if (keep_secret_ && !keyed) return refused("--keep-secret needs --keyed");
  if (wanted() && keyed && !keep_secret_) {
    return refused("without its secret a state of --keyed is worth nothing; add --keep-secret");
  }
  return std::nullopt;
}

std::unique_ptr<state_keeper> state_options::keeper(state_file file) const {
  return std::make_unique<state_keeper>(
      std::move(file), checkpoint_.value_or(span_of_stream{}),
      [](const std::string& sentence) { std::fprintf(stderr, "sluice: %s\n", sentence.c_str()); });
}

}  // namespace sluice::cli
