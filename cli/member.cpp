#include "member.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "failures.hpp"
#include "oracles/key_text.hpp"
#include "oracles/retrying.hpp"
#include "reading/files.hpp"
#include "running/machine_memory.hpp"
#include "running/oracle_judge.hpp"
#include "telling/member_report.hpp"
#include "telling/words.hpp"
#include "watch.hpp"

namespace sluice::cli {

member::member() : algorithm_(all_memories.front().name) {
  wish_.memory_bytes = 64ULL << 20;
  passage_.rules.keep_bytes = true;
  passage_.names = {.fresh = "other\t", .repeat = "member\t"};
  passage_.threads = useful_threads();
}

description member::about() const {
  return {
      .name = "member",
      .summary =
          "Which records are in a set that a costly oracle knows? Asks it once for a key and "
          "remembers the answer.",
      .arguments = "[file...]",
      .examples =
          {{"sluice member --set file:blocked.txt -k ip access.csv",
            "the lines of blocked addresses"},
           {"sluice member --set redis://127.0.0.1:6379/0?set=blocked -k ip -m 64M access.csv",
            "the set in Redis"},
           {"sluice member --set 'postgres://reader@db/shop?table=banned&column=email' --keep "
            "others "
            "-f jsonl -k /email orders.jsonl",
            "all but those in a table of PostgreSQL"},
           {"sluice member --set exec:./lookup --mark urls.txt",
            "a program that reads keys and writes 'member' or 'other' for each"}},
      .notes =
          {"Passwords come from SLUICE_REDIS_PASSWORD, PGPASSWORD or PGPASSFILE, never from the "
           "command line. An oracle that is slow, gone or restarted is asked again for as long "
           "as --oracle-timeout says; then all records before the unanswered one are written "
           "and the exit status is 1.",
           "Without a file, or where it is '-', it reads standard input."},
  };
}

void member::take_arguments(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) passage_.paths = arguments;
}

std::optional<error> member::check() {
  if (set_.empty()) {
    return bad_input("--set is missing: which set? for example --set file:blocked.txt");
  }
  auto address = parse_oracle_address(set_);
  if (!address) return address.failure();
  address_ = std::move(*address);
  if (address_.scheme == "redis" || address_.scheme == "postgres") {
    // Opening one of these connects to nothing yet.
    if (const auto opened = open_oracle(address_, timeout_); !opened) return opened.failure();
  }
  passage_.written = mark_               ? selection::marked
                     : keep_ == "others" ? selection::fresh
                                         : selection::repeats;
  if (auto refusal = records_.settle(passage_.paths, passage_.rules)) return refusal;
  if (auto refusal = check_preloading()) return refusal;
  if (auto refusal = state_.check(keyed_)) return refusal;
  const auto kind = find_memory(algorithm_);
  if (!kind) return kind.failure();
  auto planned = (*kind)->make_plan(wish_);
  if (!planned) return planned.failure();
  plan_ = std::move(*planned);
  return std::nullopt;
}

/// A set loaded beforehand is hashed as it is listed, so that keys must come as they are listed.
std::optional<error> member::check_preloading() const {
  if (algorithm_ != "preloaded") return std::nullopt;
  const key_rules& rules = passage_.rules;
  if (rules.keys.entries().size() > 1 || rules.format.kind == record_kind::jsonl) {
    return bad_input("preloaded takes one column or the whole line as key; leave out -a");
  }
  if (address_.scheme == "exec") {
    return bad_input("a program cannot be read from end to end, as preloaded needs; leave out -a");
  }
  return std::nullopt;
}

std::optional<error> member::run() {
  if (const auto memory = machine_memory(); plan_->memory_bytes > memory) {
    return bad_input("answers of " + bytes_in_words(static_cast<double>(plan_->memory_bytes)) +
                     " do not fit this machine's memory of " +
                     bytes_in_words(static_cast<double>(memory)) + "; ask for less with -m");
  }
  const auto size = look_at(passage_.paths);
  if (!size) return size.failure();
  if (auto refusal = refuse_to_overwrite(passage_.paths, delivery_.output())) return refusal;
  auto opened = open_oracle(address_, timeout_ / 2);
  if (!opened) return opened.failure();
  if (state_.wanted()) {
    auto taken = state_.take();
    if (!taken) return taken.failure();
    file_ = std::move(*taken);
  }
  delivery_.say(member_expectation(*plan_));
  return run_with(*opened, *size);
}

/// The answers and the hash to begin with: new ones, or those of the state.
std::optional<error> member::begin(const opened_oracle& truth, oracle& asked) {
  if (continues()) return continue_from(asked);
  auto made = plan_->kind->make_memory(plan_->parameters);
  if (!made) return made.failure();
  memory_ = *std::move(made);
  questions_.emplace(*memory_, asked, audited_);
  hash_ = new_hash(passage_.rules.seed, keyed_);
  passage_.rules.secret = hash_.secret;
  return algorithm_ == "preloaded" ? load(*truth.listed) : std::nullopt;
}

std::optional<error> member::continue_from(oracle& asked) {
  const auto read_memory = [&](snapshot_reader& reader) -> std::optional<error> {
    auto made = make_memory_for(*plan_->kind, reader.header());
    if (!made) return made.failure();
    memory_ = *std::move(made);
    questions_.emplace(*memory_, asked, audited_);
    return reader.read_subject(*memory_);
  };
  const auto found = resume(*file_, state_asked(), read_memory, [this] { return companions(); });
  if (!found) return found.failure();
  hash_ = *found;
  passage_.rules.secret = hash_.secret;
  delivery_.say(state_.path() + ": continues after " + counted(run_.all.records, "record"));
  return std::nullopt;
}

/// What is saved beside the answers, in this order.
std::vector<companion> member::companions() {
  return {{"run", run_.view()}, {"inquiry", questions_->state()}};
}

/// What must be the same whenever a state is used again.
state_wish member::state_asked() const {
  return {.asked = {{"--set", set_},
                    {"--algorithm", algorithm_},
                    {"--memory", fmt::format("{}", wish_.memory_bytes)},
                    {"--fpr", fmt::format("{}", wish_.fpr)},
                    {"--key", fmt::format("{}", fmt::join(passage_.rules.keys.entries(), ","))}},
          .hash = keyed_ ? hash_identity::method::keyed : hash_identity::method::xxh3,
          .seed = passage_.rules.seed};
}

std::optional<error> member::load(listed_set& set) {
  const auto learn_by = [&](const auto& by) {
    return set.list([&](std::string_view key) { memory_->learn(by(key), answer::member); });
  };
  if (passage_.rules.secret) return learn_by(keyed_digester(*passage_.rules.secret));
  return learn_by(digester(passage_.rules.seed));
}

std::optional<error> member::run_with(const opened_oracle& truth,
                                      std::optional<std::uint64_t> size) {
  const bool appends = continues();
  auto out = sink::open(delivery_.output(), appends ? sink::mode::append : sink::mode::anew);
  if (!out) return out.failure();
  passage* running = nullptr;
  retrying_oracle patient(
      *truth.asked, retrying_oracle::duration(timeout_), [&] { out->flush(); },
      [&](retrying_oracle::duration pause) { return running->sleep(pause); });
  key_text_oracle asked(patient, passage_.rules);
  if (auto failure = begin(truth, asked)) return failure;
  if (appends) {
    const auto mended = mend_output(*out, delivery_.output(), run_, passage_);
    if (!mended) return mended.failure();
    if (!mended->empty()) delivery_.say(*mended);
  }
  oracle_judge by(*questions_);
  passage way(passage_, by, *out, run_);
  running = &way;

  const snapshot_extras beside{hash_, state_asked().asked, companions()};
  const auto save_all = [&](byte_sink& to) { return save(*memory_, to, beside, state_.codec()); };
  const auto keeper = file_ ? state_.keeper(std::move(*file_)) : nullptr;
  if (keeper) {
    if (auto failure = keeper->keep(save_all, memory_->state().cells, *out, run_)) return failure;
  }
  watch watching(way, nullptr, size, delivery_.shows_progress(), member_wording());
  auto failure = way.run(keeper.get());
  const standing end = watching.stop();
  stopped_by_ = watching.stopped_by();
  if (out->abandoned()) return std::nullopt;
  auto unsaved = keeper ? keeper->finish() : std::nullopt;
  out->close();
  if (failure && stopped_by_ == 0) return failure;
  if (out->failed()) return out->failure();
  if (unsaved) return unsaved;
  const member_standing reached{end, questions_->questions(), memory_->predicted(),
                                questions_->audit()};
  delivery_.say(member_summary(reached));
  return delivery_.write_stats(member_stats_json(reached, *plan_));
}

}  // namespace sluice::cli
