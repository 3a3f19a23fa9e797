// The options of the main job: what each is called, what it means, where its value goes.

#include "dedup.hpp"
#include "taking.hpp"
#include "units.hpp"

namespace sluice::cli {
namespace {

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
  return reading_rows(passage_);
}

std::vector<option> dedup::output_options() {
  std::vector<option> rows{
      {"--repeats", "", "write the repeats instead of the fresh records", flag_into(repeats_)},
      {"--mark", "", "write every record, behind 'fresh' or 'repeat' and a tab", flag_into(mark_)},
  };
  const auto more = delivery_.options();
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace sluice::cli
