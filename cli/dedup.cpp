#include "dedup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>

#include "failures.hpp"
#include "reading/files.hpp"
#include "running/filter_judge.hpp"
#include "running/machine_memory.hpp"
#include "telling/audit_words.hpp"
#include "telling/report.hpp"
#include "telling/words.hpp"
#include "watch.hpp"

namespace sluice::cli {
namespace {

error refused(const char* why) {
  return {error_code::bad_value, why};
}

}  // namespace

dedup::dedup() {
  passage_.threads = useful_threads();
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
                "Exit status: 0, 1 for a failure, 2 for wrong usage, 3 for a limit passed under "
                "--strict."},
  };
}

void dedup::take_arguments(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) passage_.paths = arguments;
}

std::optional<error> dedup::check() {
  if (repeats_ && mark_) return refused("--repeats and --mark exclude each other; choose one");
  passage_.written = repeats_ ? selection::repeats : mark_ ? selection::marked : selection::fresh;

  if (auto refusal = records_.settle(passage_.paths, passage_.rules)) return refusal;
  if (auto refusal = state_.check(keyed_)) return refusal;
  if (auto refusal = audit_.check()) return refusal;
  if (auto refusal = filter_.check()) return refusal;
  passage_.rules.seed = filter_.seed();
  auto chosen = filter_.choose();
  if (!chosen) return chosen.failure();
  plan_ = *std::move(chosen);
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
  if (auto refusal = refuse_to_overwrite(passage_.paths, delivery_.output())) return refusal;
  auto audit = audit_.make(filter_.wanted(), [this](const std::string& text) { tell_limit(text); });
  if (!audit) return audit.failure();
  live_audit_ = std::move(*audit);
  if (auto failure = begin()) return failure;
  passage_.rules.secret = hash_.secret;
  if (filter_.is_automatic()) delivery_.say(expectation(*plan_));
  return run_with(*size);
}

/// The filter and the hash to begin with: new ones, or those of the state.
std::optional<error> dedup::begin() {
  if (state_.wanted()) {
    auto file = state_.take();
    if (!file) return file.failure();
    continues_ = file->exists();
    if (continues_) {
      if (auto failure = continue_from(*file)) return failure;
    }
    keeper_ = state_.keeper(std::move(*file));
    if (continues_) return std::nullopt;
  }
  auto made = make_filter(*plan_, passage_.rules.seed);
  if (!made) return made.failure();
  judge_ = *std::move(made);
  hash_ = new_hash(passage_.rules.seed, keyed_);
  return std::nullopt;
}

std::optional<error> dedup::continue_from(const state_file& file) {
  const auto read_filter = [&](snapshot_reader& reader) -> std::optional<error> {
    auto made = reader.read_filter();
    if (!made) return made.failure();
    judge_ = *std::move(made);
    return std::nullopt;
  };
  const auto found = resume(file, state_asked(), read_filter, [this] { return companions(); });
  if (!found) return found.failure();
  hash_ = *found;
  if (live_audit_) {
    if (!live_audit_->subject().restored()) {
      return damaged("in " + state_.path() + " holds no state that such an audit can be in");
    }
    live_audit_->publish();
  }
  delivery_.say(state_.path() + ": continues after " + counted(run_.all.records, "record"));
  return std::nullopt;
}

/// What is saved beside the filter, in this order.
std::vector<companion> dedup::companions() {
  std::vector<companion> all{{"run", run_.view()}};
  if (live_audit_) all.push_back({"audit", live_audit_->subject().state()});
  return all;
}

/// What must be the same whenever a state is used again.
state_wish dedup::state_asked() const {
  auto asked = filter_.asked();
  asked.emplace_back("--audit", audit_.asked());
  asked.emplace_back("--key", fmt::format("{}", fmt::join(passage_.rules.keys.entries(), ",")));
  return {.asked = std::move(asked),
          .hash = keyed_ ? hash_identity::method::keyed : hash_identity::method::xxh3,
          .seed = passage_.rules.seed};
}

std::optional<error> dedup::run_with(std::optional<std::uint64_t> size) {
  auto out = sink::open(delivery_.output(), continues_ ? sink::mode::append : sink::mode::anew);
  if (!out) return out.failure();
  if (continues_) {
    const auto mended = mend_output(*out, delivery_.output(), run_, passage_);
    if (!mended) return mended.failure();
    if (!mended->empty()) delivery_.say(*mended);
  }
  filter_judge by(*judge_, live_audit_.get());
  passage way(passage_, by, *out, run_);
  const snapshot_extras beside{hash_, state_asked().asked, companions()};
  if (keeper_) {
    const auto save_all = [&](byte_sink& to) { return save(*judge_, to, beside, state_.codec()); };
    if (auto failure = keeper_->keep(save_all, judge_->state().cells, *out, run_)) return failure;
  }
  watch watching(way, live_audit_.get(), size, delivery_.shows_progress());
  auto failure = way.run(keeper_.get());
  const standing end = watching.stop();
  stopped_by_ = watching.stopped_by();
  if (out->abandoned()) return std::nullopt;
  auto unsaved = keeper_ ? keeper_->finish() : std::nullopt;
  out->close();
  if (failure) return failure;
  if (out->failed()) return out->failure();
  delivery_.say(summary(end));
  if (end.audit) tell_audit(*end.audit);
  if (unsaved) return unsaved;
  return delivery_.write_stats(stats_json(end, *plan_));
}

/// What the audit found, and what would make it better.
void dedup::tell_audit(const audit_figures& found) const {
  if (const auto sentence = audit_sentence(found)) delivery_.say(*sentence);
  if (const auto advice = memory_advice(live_audit_->subject(), *plan_, filter_.wanted()))
    delivery_.say(*advice);
}

/// Whoever sets a limit wants to hear of it, also with -q.
void dedup::tell_limit(const std::string& sentence) const {
  std::fprintf(stderr, "%ssluice: %s\n", delivery_.shows_progress() ? clear_line : "",
               sentence.c_str());
}

}  // namespace sluice::cli
