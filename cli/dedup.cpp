#include "dedup.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "failures.hpp"
#include "reading/files.hpp"
#include "running/filter_judge.hpp"
#include "running/machine_memory.hpp"
#include "sluice/planning/choice.hpp"
#include "telling/report.hpp"
#include "watch.hpp"

namespace sluice::cli {
namespace {

/// More readers than this the filter cannot keep up with.
constexpr unsigned useful_threads = 4;

error refused(const char* why) {
  return {error_code::bad_value, why};
}

}  // namespace

dedup::dedup() {
  passage_.threads = std::clamp(std::thread::hardware_concurrency(), 1U, useful_threads);
}

description dedup::about() const {
  return {
      .name = "",
      .summary = "sluice lets each record of a stream through once, in memory that never grows.",
      .arguments = "[file...]",
      .examples =
          {{"sluice access.log > unique.log", "each line once; 256 MiB, whatever comes"},
           {"zcat calls.csv.gz | sluice -m 2G > unique.csv", "more memory, a longer memory"},
           {"sluice -k caller,start calls-*.csv.gz -o unique.csv",
            "several files as one stream, compared by two columns of their header"},
           {"sluice -f jsonl -k /user/id events.jsonl", "compared by a member of each object"},
           {"sluice -n 50M -e 1e-9 urls.txt", "so many keys are coming, lose hardly any of them"},
           {"sluice --repeats urls.txt", "what came more than once"}},
      .notes = {"Without a file, or where it is '-', it reads standard input. Input compressed "
                "with gzip or zstd is recognised. SIGUSR1 makes it say where it stands.",
                "Exit status: 0, 1 for a failure, 2 for wrong usage."},
  };
}

void dedup::take_arguments(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) passage_.paths = arguments;
}

std::optional<error> dedup::check() {
  if (repeats_ && mark_) return refused("--repeats and --mark exclude each other; choose one");
  passage_.written = repeats_ ? selection::repeats : mark_ ? selection::marked : selection::fresh;

  if (auto refusal = records_.settle(passage_.paths, passage_.rules)) return refusal;
  const bool within = wish_.within_records || wish_.within_seconds;
  if (within && algorithm_ != "auto" && algorithm_ != "window") {
    return refused("--within is what the filter window does; leave out -a");
  }
  return choose_filter();
}

std::optional<error> dedup::choose_filter() {
  if (algorithm_ == "auto") {
    auto chosen = choose(wish_);
    if (!chosen) return chosen.failure();
    plan_ = std::move(chosen->planned);
  } else {
    auto planned = make_plan(algorithm_, wish_);
    if (!planned) return planned.failure();
    plan_ = std::move(*planned);
  }
  return std::nullopt;
}

std::optional<error> dedup::run() {
  if (const auto memory = machine_memory(); plan_->memory_bytes > memory) {
    return bad_input("a filter of " + bytes_in_words(static_cast<double>(plan_->memory_bytes)) +
                     " does not fit this machine's memory of " +
                     bytes_in_words(static_cast<double>(memory)) + "; ask for less with -m");
  }
  const auto size = look_at(passage_.paths);
  if (!size) return size.failure();
  if (auto refusal = refuse_to_overwrite(passage_.paths, output_)) return refusal;
  auto judge = make_filter(*plan_, passage_.rules.seed);
  if (!judge) return judge.failure();
  if (keyed_) passage_.rules.secret = random_secret();
  if (algorithm_ == "auto") say(expectation(*plan_));
  return run_with(**judge, *size);
}

std::optional<error> dedup::run_with(filter& judge, std::optional<std::uint64_t> size) {
  auto out = sink::open(output_);
  if (!out) return out.failure();
  filter_judge by(judge);
  passage way(passage_, by, *out);
  watch watching(way, size, !quiet_ && progress_.value_or(a_person_watches()));
  auto failure = way.run();
  const standing end = watching.stop();
  if (out->abandoned()) return std::nullopt;
  out->close();
  if (failure) return failure;
  if (out->failed()) return out->failure();
  say(summary(end));
  return stats_ ? write_stats(stats_json(end, *plan_)) : std::nullopt;
}

std::optional<error> dedup::write_stats(const std::string& json) const {
  if (*stats_ == "-") {
    std::fprintf(stderr, "%s\n", json.c_str());
    return std::nullopt;
  }
  auto file = sink::open(*stats_);
  if (!file) return file.failure();
  file->append(json + "\n");
  file->close();
  return file->failure();
}

void dedup::say(const std::string& sentence) const {
  if (!quiet_) std::fprintf(stderr, "sluice: %s\n", sentence.c_str());
}

}  // namespace sluice::cli
