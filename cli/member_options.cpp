// The options of `sluice member`.

#include "member.hpp"
#include "taking.hpp"
#include "units.hpp"

namespace sluice::cli {
namespace {

std::vector<std::string> memories() {
  std::vector<std::string> names;
  for (const memory_kind& kind : all_memories) names.emplace_back(kind.name);
  return names;
}

std::string described_memories() {
  std::string text;
  for (const memory_kind& kind : all_memories) {
    text += (text.empty() ? "" : "; ") + std::string(kind.name) + " (" + std::string(kind.summary) +
            ")";
  }
  return text;
}

result<double> parse_seconds(const std::string& text) {
  const auto span = parse_span(text);
  if (span && span->seconds) return *span->seconds;
  return error{error_code::bad_value, "'" + text + "' is no time; write 30s, 2m or 1h"};
}

result<std::uint64_t> parse_window(const std::string& text) {
  const auto span = parse_span(text);
  if (span && span->records) return *span->records;
  return error{error_code::bad_value, "'" + text + "' is no number of records; write 500000 or 5M"};
}

/// "0.001", "1%", "off".
result<double> parse_share(const std::string& text) {
  if (text == "off") return 0.0;
  return parse_rate(text);
}

}  // namespace

std::vector<option> member::options() {
  std::vector<option> all = set_options();
  for (auto& more : {memory_options(), records_.options(), reading_rows(passage_), output_options(),
                     delivery_.options(), state_.options()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<option> member::set_options() {
  return {
      {"--set", "ADDRESS",
       "the set: file:PATH, redis://HOST:PORT/DB?set=NAME, "
       "postgres://USER@HOST/DB?table=T&column=C (or query=SQL with $1 an array of texts), "
       "exec:COMMAND",
       text_into(set_)},
      {"--oracle-timeout", "TIME",
       "how long to try for an answer before giving up: 30s (the default), 5m",
       into(parse_seconds, timeout_)},
      {"--audit",
       "SHARE",
       "the share of keys whose answers are held against the oracle's, or off; default 0.1%",
       into(parse_share, audited_),
       {"off"}},
  };
}

std::vector<option> member::memory_options() {
  return {
      {"-m,--memory", "SIZE",
       "the memory for answers: bytes, or 64K, 512M, 1.5G (powers of 1024), 512MB (of 1000); "
       "default 64M",
       into(parse_size, wish_.memory_bytes)},
      {"-e,--fpr", "RATE",
       "bound on the share of new keys that are taken for another, and so perhaps answered "
       "wrongly: 1e-6, 0.1, 1%; default 1e-6",
       into(parse_rate, wish_.fpr)},
      {"-a,--algorithm", "NAME", "how answers are remembered: " + described_memories(),
       text_into(algorithm_), memories()},
      {"--param",
       "NAME=VALUE",
       "a parameter of it in its paper's symbols, as theta=0.5",
       [this](const std::string& text) { return take_parameter(wish_.set, text); },
       {},
       true},
      {"-n,--distinct", "N", "how many distinct keys to expect: 8000000, 8e6, 8M",
       into(parse_count, wish_.distinct)},
      {"--members", "N", "how many members the set has, about", into(parse_count, wish_.members)},
      {"-w,--within", "N", "appending-window: the records of a window",
       into(parse_window, wish_.within_records)},
      {"--seed", "N", "another seed makes other mistakes; the same one repeats a run; default 0",
       into(parse_count, passage_.rules.seed)},
      {"--keyed", "", "hash with a secret key, for input that an adversary writes",
       flag_into(keyed_)},
  };
}

std::vector<option> member::output_options() {
  return {
      {"--keep",
       "WHICH",
       "write the members (the default) or the others",
       [this](const std::string& which) -> std::optional<error> {
         if (which != "members" && which != "others") {
           return error{error_code::bad_value, "--keep is members or others, not '" + which + "'"};
         }
         keep_ = which;
         return std::nullopt;
       },
       {"members", "others"}},
      {"--mark", "", "write every record, behind 'member' or 'other' and a tab", flag_into(mark_)},
  };
}

}  // namespace sluice::cli
