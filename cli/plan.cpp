#include "plan.hpp"

#include <algorithm>
#include <thread>

#include "running/passage.hpp"
#include "taking.hpp"
#include "telling/plan_table.hpp"
#include "units.hpp"
#include "writing/sink.hpp"

namespace sluice::cli {
namespace {

/// Only listens: the sample's keys are read as any stream's.
class listener final : public judge {
 public:
  explicit listener(sample& heard) : heard_(heard) {}

  judgement decide(const block& records, std::span<const block* const> /*ahead*/,
                   std::span<verdict> verdicts) override {
    for (const digest& key : records.keys) heard_.add(key);
    std::fill(verdicts.begin(), verdicts.end(), verdict::repeat);  // nothing is written
    return {records.keys.size()};
  }

 private:
  sample& heard_;
};

result<sample> read_sample(const std::string& path, const key_rules& rules) {
  sample heard;
  listener ear(heard);
  auto nowhere = sink::open("/dev/null");
  if (!nowhere) return nowhere.failure();
  passage way({.paths = {path}, .rules = rules, .keyless = keyless_policy::drop}, ear, *nowhere);
  if (auto failure = way.run()) return *failure;
  return heard;
}

/// "exponential:1e6", "log-uniform:1:1e6", "fixed:5000".
result<gap_distribution> parse_gaps(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(':', from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  std::vector<double> numbers;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto number = parse_count(parts[i]);
    if (!number || *number == 0) numbers.clear();
    if (number && *number > 0) numbers.push_back(static_cast<double>(*number));
  }
  const bool all_read = numbers.size() + 1 == parts.size();
  if (all_read && parts[0] == "exponential" && numbers.size() == 1) {
    return gap_distribution::exponential(numbers[0]);
  }
  if (all_read && parts[0] == "fixed" && numbers.size() == 1) {
    return gap_distribution::fixed(numbers[0]);
  }
  if (all_read && parts[0] == "log-uniform" && numbers.size() == 2 && numbers[0] < numbers[1]) {
    return gap_distribution::log_uniform(numbers[0], numbers[1]);
  }
  return error{error_code::bad_value, "'" + text +
                                          "' is no distribution of gaps; write exponential:1e6, "
                                          "log-uniform:1:1e6 or fixed:5000, in records"};
}

/// "50000/s", "3M/h": records a second.
result<double> parse_pace(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto count = parse_count(text.substr(0, slash));
  const auto unit = slash == std::string::npos ? result<span_of_stream>(span_of_stream{{}, 1.0})
                                               : parse_span("1" + text.substr(slash + 1));
  if (!count || *count == 0 || !unit || !unit->seconds) {
    return error{error_code::bad_value,
                 "'" + text + "' is no rate of records; write 50000/s, 3M/m or 1e9/d"};
  }
  return static_cast<double>(*count) / *unit->seconds;
}

}  // namespace

description plan_command::about() const {
  return {
      .name = "plan",
      .summary =
          "shows what each filter would do with some memory and a bound, and which one auto takes.",
      .arguments = "",
      .examples = {{"sluice plan -m 512M -e 0.1%", "all filters, side by side"},
                   {"sluice plan -m 1G --gaps exponential:20M --share 30%",
                    "repeats come 20 million records later on average: how many are missed?"},
                   {"sluice plan --sample clicks.csv -k user -m 64K",
                    "learn from real records, and try all on them"},
                   {"sluice plan --gaps exponential:20M --fnr 1%",
                    "how much memory for 1 % missed?"},
                   {"sluice plan -w 1h --rate 50000/s -e 1e-4", "a window of time"}},
      .notes =
          {"'remembers' is how many keys fit; 'lines' how many cache lines of memory a record "
           "touches, which is most of what it costs. FNR is the share of repeats that are "
           "missed; it takes the stream's gaps to predict it, a gap being the number of records "
           "since the same key came last."},
  };
}

std::vector<option> plan_command::options() {
  std::vector<option> all = wish_options(wish_);
  const std::vector<option> own{
      {"--rate", "N/UNIT", "records that come in a time, for -w: 50000/s, 3M/m",
       into(parse_pace, wish_.rate)},
      {"--gaps",
       "KIND:RECORDS",
       "how far apart repeats come: exponential:1e6 (mean), log-uniform:1:1e6, fixed:5000",
       into(parse_gaps, gaps_),
       {"exponential:", "log-uniform:", "fixed:"}},
      {"--share", "RATE", "the share of records that are repeats, for --gaps; default 50%",
       into(parse_rate, repeats_)},
      {"--fnr", "RATE", "also find the memory at which so many repeats are missed",
       into(parse_rate, fnr_)},
      {"--sample", "FILE", "learn repeats and gaps from these records, and try all filters on them",
       text_into(sample_)},
      {"--json", "", "for programs", flag_into(json_)},
  };
  const std::vector<option> records = records_.options();
  all.insert(all.end(), own.begin(), own.end());
  all.insert(all.end(), records.begin(), records.end());
  return all;
}

std::optional<error> plan_command::check() {
  if (gaps_) wish_.shape = stream_shape{*gaps_, repeats_};
  if (auto refusal = refuse_nonsense(wish_)) return refusal;
  return sample_ ? records_.settle({*sample_}, rules_) : std::nullopt;
}

std::optional<error> plan_command::run() {
  std::optional<sample> seen;
  if (sample_) {
    auto heard = read_sample(*sample_, rules_);
    if (!heard) return heard.failure();
    seen = std::move(*heard);
  }
  const plan_table table = compare_filters(wish_, seen ? &*seen : nullptr, fnr_);
  auto out = sink::open("-");
  if (!out) return out.failure();
  out->append(json_ ? as_json(table) : as_text(table));
  out->close();
  return out->abandoned() ? std::nullopt : out->failure();
}

}  // namespace sluice::cli
