#include "stream_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <thread>

#include "taking.hpp"
#include "units.hpp"
#include "watch.hpp"
#include "writing/sink.hpp"

namespace sluice::cli {
namespace {

result<unsigned> parse_threads(const std::string& text) {
  constexpr std::uint64_t most = 64;
  const auto count = parse_count(text);
  if (!count || *count == 0 || *count > most) {
    return error{error_code::bad_value, "'" + text + "' is no number of threads; write 1 to 64"};
  }
  return static_cast<unsigned>(*count);
}

}  // namespace

std::optional<error> take_parameter(parameter_list& list, const std::string& text) {
  const auto equals = text.find('=');
  double value = 0;
  const char* const end = text.data() + text.size();
  const char* const begin = equals == std::string::npos ? end : text.data() + equals + 1;
  const auto [stop, status] = std::from_chars(begin, end, value);
  if (equals == 0 || status != std::errc() || stop != end) {
    return error{error_code::bad_value, "'" + text + "' sets no parameter; write --param K=2"};
  }
  list.push_back({text.substr(0, equals), value});
  return std::nullopt;
}

std::vector<option> wish_options(wish& wanted) {
  return {
      {"-m,--memory", "SIZE",
       "the filter's memory: bytes, or 64K, 512M, 1.5G (powers of 1024), 512MB (of 1000); "
       "default 256M",
       into(parse_size, wanted.memory_bytes)},
      {"-e,--fpr", "RATE",
       "bound on the share of fresh records that are dropped as repeats: 1e-6, 0.1, 1%; "
       "default 1e-6",
       into(parse_rate, wanted.fpr)},
      {"-n,--distinct", "N", "how many distinct keys to expect: 8000000, 8e6, 8M",
       into(parse_count, wanted.distinct)},
      {"-w,--within", "SPAN",
       "a repeat counts only within the last SPAN: records (500000, 5M) or time (90s, 15m, 1h)",
       [&wanted](const std::string& text) -> std::optional<error> {
         const auto span = parse_span(text);
         if (!span) return span.failure();
         wanted.within_records = span->records;
         wanted.within_seconds = span->seconds;
         return std::nullopt;
       }},
  };
}

std::vector<option> record_options::options() {
  return {
      {"-f,--format",
       "FORMAT",
       "what a record is: lines, csv, tsv, jsonl, fixed:N (N bytes); default by the files' names, "
       "else lines",
       into(parse_format, format_),
       {"lines", "csv", "tsv", "jsonl", "fixed:"}},
      {"-k,--key",
       "LIST",
       "what of a record is compared: columns by number (2) or name (id,day), JSON pointers "
       "(/user/id); default all of it",
       [this](const std::string& list) {
         key_lists_.push_back(list);
         return std::optional<error>();
       },
       {},
       true},
      {"-0,--null", "", "records end in NUL, not in a newline", flag_into(null_)},
  };
}

std::optional<error> record_options::settle(const std::vector<std::string>& paths,
                                            key_rules& rules) const {
  rules.format = format_ ? *format_ : format_of_names(paths);
  if (null_ && rules.format.kind == record_kind::fixed) {
    return error{error_code::bad_value, "records of a fixed size have no end; leave out -0"};
  }
  rules.format.end = null_ ? '\0' : '\n';
  auto keys = key_list::parse(key_lists_, rules.format);
  if (!keys) return keys.failure();
  rules.keys = std::move(*keys);
  return std::nullopt;
}

unsigned useful_threads() {
  return std::clamp(std::thread::hardware_concurrency(), 1U, 4U);
}

std::vector<option> reading_rows(passage_wish& wanted) {
  return {
      {"--missing-key",
       "HOW",
       "a record without its key: pass it on and count it (pass, the default), stop (fail), drop "
       "and count it (drop)",
       [&wanted](const std::string& how) -> std::optional<error> {
         if (how != "pass" && how != "fail" && how != "drop") {
           return error{error_code::bad_value,
                        "--missing-key is pass, fail or drop, not '" + how + "'"};
         }
         wanted.rules.must_have_key = how == "fail";
         wanted.keyless = how == "drop" ? keyless_policy::drop : keyless_policy::pass;
         return std::nullopt;
       },
       {"pass", "fail", "drop"}},
      {"-j,--threads", "N", "threads that read ahead; the output is the same for any number",
       into(parse_threads, wanted.threads)},
  };
}

std::vector<option> delivery_options::options() {
  return {
      {"-o,--output", "FILE", "write there instead of standard output", text_into(output_)},
      {"--stats", "FILE", "write the summary there as JSON; '-' is standard error",
       text_into(stats_)},
      {"-q,--quiet", "", "say nothing but errors", flag_into(quiet_)},
      {"--progress", "", "show progress also where no terminal is", flag_into(progress_)},
      {"--no-progress", "", "show none", flag_into(progress_, false)},
  };
}

bool delivery_options::shows_progress() const {
  return !quiet_ && progress_.value_or(a_person_watches());
}

void delivery_options::say(const std::string& sentence) const {
  if (!quiet_) std::fprintf(stderr, "sluice: %s\n", sentence.c_str());
}

std::optional<error> delivery_options::write_stats(const std::string& json) const {
  return stats_ ? cli::write_stats(*stats_, json) : std::nullopt;
}

std::optional<error> write_stats(const std::string& path, const std::string& json) {
  if (path == "-") {
    std::fprintf(stderr, "%s\n", json.c_str());
    return std::nullopt;
  }
  auto file = sink::open(path);
  if (!file) return file.failure();
  file->append(json + "\n");
  file->close();
  return file->failure();
}

}  // namespace sluice::cli
