// The options of the main job: what each is called, what it means, where its value goes.

#include <algorithm>
#include <charconv>

#include "dedup.hpp"
#include "taking.hpp"
#include "units.hpp"

namespace sluice::cli {
namespace {

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
  std::vector<option> all = wish_options(wish_);
  for (auto& more : {filter_options(), records_.options(), reading_options(), output_options(),
                     state_.options(), audit_.options()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<option> dedup::filter_options() {
  return {
      {"-a,--algorithm", "NAME", "the filter: " + listed(algorithms()) + "; default auto",
       text_into(algorithm_), algorithms()},
      {"--param",
       "NAME=VALUE",
       "a parameter of the filter in its paper's symbols, as K=2",
       [this](const std::string& text) { return take_parameter(wish_.set, text); },
       {},
       true},
      {"--seed", "N", "another seed makes other mistakes; the same one repeats a run; default 0",
       into(parse_count, passage_.rules.seed)},
      {"--keyed", "", "hash with a secret key, for input that an adversary writes",
       flag_into(keyed_)},
  };
}

std::vector<option> dedup::reading_options() {
  return {
      {"--missing-key",
       "HOW",
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
