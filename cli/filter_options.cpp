#include "filter_options.hpp"

#include <fmt/format.h>

#include "sluice/planning/choice.hpp"
#include "stream_options.hpp"
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

std::vector<option> filter_options::options() {
  std::vector<option> all = wish_options(wish_);
  const std::vector<option> more{
      {"-a,--algorithm", "NAME", "the filter: " + listed(algorithms()) + "; default auto",
       text_into(algorithm_), algorithms()},
      {"--param",
       "NAME=VALUE",
       "a parameter of the filter in its paper's symbols, as K=2",
       [this](const std::string& text) { return take_parameter(wish_.set, text); },
       {},
       true},
      {"--seed", "N", "another seed makes other mistakes; the same one repeats a run; default 0",
       into(parse_count, seed_)},
  };
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::optional<error> filter_options::check() const {
  const bool within = wish_.within_records || wish_.within_seconds;
  if (within && !is_automatic() && algorithm_ != "window") {
    return error{error_code::bad_value, "--within is what the filter window does; leave out -a"};
  }
  return std::nullopt;
}

result<plan> filter_options::choose(std::uint64_t parts) const {
  wish part = wish_;
  part.memory_bytes /= parts;
  if (part.distinct) part.distinct = (*part.distinct + parts - 1) / parts;
  if (!is_automatic()) return make_plan(algorithm_, part);
  auto chosen = sluice::choose(part);
  if (!chosen) return chosen.failure();
  return std::move(chosen->planned);
}

std::vector<std::pair<std::string, std::string>> filter_options::asked() const {
  const auto text = [](const auto& value) { return value ? fmt::format("{}", *value) : ""; };
  std::string within = text(wish_.within_records);
  if (wish_.within_seconds) within = text(wish_.within_seconds) + "s";
  std::string set;
  for (const auto& [name, value] : wish_.set) {
    set += fmt::format("{}{}={}", set.empty() ? "" : " ", name, value);
  }
  return {{"--algorithm", algorithm_},
          {"--memory", fmt::format("{}", wish_.memory_bytes)},
          {"--fpr", fmt::format("{}", wish_.fpr)},
          {"--distinct", text(wish_.distinct)},
          {"--within", within},
          {"--param", set}};
}

}  // namespace sluice::cli
