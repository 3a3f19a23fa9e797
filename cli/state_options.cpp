#include "state_options.hpp"

#include <cstdio>

#include "sluice/keyed_digest.hpp"
#include "taking.hpp"
#include "telling/words.hpp"
#include "writing/mending.hpp"

namespace sluice::cli {

hash_identity new_hash(std::uint64_t seed, bool keyed) {
  if (!keyed) return hash_identity::of(hash_identity::method::xxh3, digester(seed), seed);
  const digest_secret secret = random_secret();
  hash_identity hash = hash_identity::of(hash_identity::method::keyed, keyed_digester(secret));
  hash.secret = secret;
  return hash;
}

result<std::string> mend_output(const sink& out, const std::string& name, const run_state& before,
                                const passage_wish& stream) {
  const bool ends_are_known =
      stream.rules.format.kind != record_kind::fixed || stream.written != selection::marked;
  if (!ends_are_known) return std::string();
  const std::string called = name == "-" ? "standard output" : name;
  const auto cut = cut_half_record(out, before.output_bytes, stream.rules.format);
  if (!cut) return error{cut.failure().code, called + ": " + cut.failure().message};
  if (*cut == 0) return std::string();
  return called + ": cut off the " + counted(*cut, "byte") +
         " of a record that was half written when the last run ended";
}

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
