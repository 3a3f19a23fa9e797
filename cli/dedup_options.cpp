// The options of the main job: what each is called, what it means, where its value goes.

#include <algorithm>
#include <charconv>

#include "dedup.hpp"
#include "units.hpp"

namespace sluice::cli {
namespace {

using taking = std::function<std::optional<error>(const std::string&)>;

/// Reads the value with `parse` and puts it where `place` is.
template <class Parse, class Place>
taking into(Parse parse, Place& place) {
  return [parse, &place](const std::string& text) -> std::optional<error> {
    const auto value = parse(text);
    if (!value) return value.failure();
    place = *value;
    return std::nullopt;
  };
}

taking text_into(std::string& place) {
  return [&place](const std::string& text) {
    place = text;
    return std::optional<error>();
  };
}

taking flag_into(auto& place, bool value = true) {
  return [&place, value](const std::string&) {
    place = value;
    return std::optional<error>();
  };
}

/// "K=2".
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

result<unsigned> parse_threads(const std::string& text) {
  constexpr std::uint64_t most = 64;
  const auto count = parse_count(text);
  if (!count || *count == 0 || *count > most) {
    return error{error_code::bad_value, "'" + text + "' is no number of threads; write 1 to 64"};
  }
  return static_cast<unsigned>(*count);
}

std::vector<std::string> algorithms() {
  std::vector<std::string> names{"auto"};
  for (const filter_kind& kind : all_filters) names.emplace_back(kind.name);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::vector<option> dedup::options() {
  std::vector<option> all = filter_options();
  for (auto& more : {record_options(), output_options()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<option> dedup::filter_options() {
  return {
      {"-m,--memory", "SIZE",
       "the filter's memory: bytes, or 64K, 512M, 1.5G (powers of 1024), 512MB (of 1000); "
       "default 256M",
       into(parse_size, wish_.memory_bytes)},
      {"-e,--fpr", "RATE",
       "bound on the share of fresh records that are dropped as repeats: 1e-6, 0.1, 1%; "
       "default 1e-6",
       into(parse_rate, wish_.fpr)},
      {"-a,--algorithm", "NAME", "the filter: " + listed(algorithms()) + "; default auto",
       text_into(algorithm_), algorithms()},
      {"--param", "NAME=VALUE", "a parameter of the filter in its paper's symbols, as K=2",
       [this](const std::string& text) { return take_parameter(wish_.set, text); },
       {}, true},
      {"-n,--distinct", "N", "how many distinct keys to expect: 8000000, 8e6, 8M",
       into(parse_count, wish_.distinct)},
      {"-w,--within", "SPAN",
       "a repeat counts only within the last SPAN: records (500000, 5M) or time (90s, 15m, 1h)",
       [this](const std::string& text) -> std::optional<error> {
         const auto span = parse_span(text);
         if (!span) return span.failure();
         wish_.within_records = span->records;
         wish_.within_seconds = span->seconds;
         return std::nullopt;
       }},
      {"--seed", "N", "another seed makes other mistakes; the same one repeats a run; default 0",
       into(parse_count, passage_.rules.seed)},
      {"--keyed", "", "hash with a secret key, for input that an adversary writes",
       flag_into(keyed_)},
  };
}

std::vector<option> dedup::record_options() {
  return {
      {"-f,--format", "FORMAT",
       "what a record is: lines, csv, tsv, jsonl, fixed:N (N bytes); default by the files' names, "
       "else lines",
       into(parse_format, format_), {"lines", "csv", "tsv", "jsonl", "fixed:"}},
      {"-k,--key", "LIST",
       "what of a record is compared: columns by number (2) or name (id,day), JSON pointers "
       "(/user/id); default all of it",
       [this](const std::string& list) {
         key_lists_.push_back(list);
         return std::optional<error>();
       },
       {}, true},
      {"-0,--null", "", "records end in NUL, not in a newline", flag_into(null_)},
      {"--missing-key", "HOW",
       "a record without its key: pass it on and count it (pass, the default), stop (fail), drop "
       "and count it (drop)",
       [this](const std::string& how) -> std::optional<error> {
         if (how != "pass" && how != "fail" && how != "drop") {
           return error{error_code::bad_value,
                        "--missing-key is pass, fail or drop, not '" + how + "'"};
         }
         passage_.rules.must_have_key = how == "fail";
         passage_.keyless = how == "drop" ? keyless_policy::drop : keyless_policy::pass;
         return std::nullopt;
       },
       {"pass", "fail", "drop"}},
      {"-j,--threads", "N", "threads that read ahead; the output is the same for any number",
       into(parse_threads, passage_.threads)},
  };
}

std::vector<option> dedup::output_options() {
  return {
      {"--repeats", "", "write the repeats instead of the fresh records", flag_into(repeats_)},
      {"--mark", "", "write every record, behind 'fresh' or 'repeat' and a tab", flag_into(mark_)},
      {"-o,--output", "FILE", "write there instead of standard output", text_into(output_)},
      {"--stats", "FILE", "write the summary there as JSON; '-' is standard error",
       [this](const std::string& path) {
         stats_ = path;
         return std::optional<error>();
       }},
      {"-q,--quiet", "", "say nothing but errors", flag_into(quiet_)},
      {"--progress", "", "show progress also where no terminal is", flag_into(progress_)},
      {"--no-progress", "", "show none", flag_into(progress_, false)},
  };
}

}  // namespace sluice::cli
