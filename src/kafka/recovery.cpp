#include "kafka/recovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "telling/words.hpp"

namespace sluice {
namespace {

constexpr std::chrono::milliseconds step_patience{1000};
constexpr std::chrono::seconds between_tellings{5};
constexpr std::chrono::seconds wait_for_other_worker{5};

}  // namespace

result<bool> recovery::advance(std::chrono::milliseconds span) {
  switch (stage_) {
    case stage::asks_group:
      return ask_group();
    case stage::asks_input:
      return ask_input();
    case stage::waits_for_file:
      return wait_for_file();
    case stage::asks_output:
      return ask_output();
    case stage::reads:
      return read(span);
    default:
      return true;
  }
}

/// The offset up to which the input is done. Kafka does not say while a transaction that changes it
/// is open.
result<bool> recovery::ask_group() {
  partition_list asked;
  asked.add(with_.from, partition());
  auto code = rd_kafka_committed(with_.consumer, asked.get(), as_wait(step_patience));
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) code = asked.front().err;
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    if (auto refused = refusal(code, "the offsets of the group")) return *refused;
    tell_progress();
    return false;
  }
  const std::int64_t offset = std::max<std::int64_t>(asked.front().offset, -1);
  if (lane_.is_ready() && lane_.next_input() != offset) {  // somebody else had it meanwhile
    if (auto failure = lane_.begin_anew()) return *failure;
  }
  lane_.begin_at(offset);
  stage_ = stage::asks_input;
  return ask_input();
}

result<bool> recovery::ask_input() {
  const auto input = with_.desk.ends(with_.from, partition(), step_patience);
  if (!input) return waits_for(input.failure()) ? result<bool>(false) : input.failure();
  if (auto failure = place_in(*input)) return *failure;
  const bool knows_all = lane_.is_ready() || with_.input_only;
  stage_ = knows_all ? stage::done : stage::waits_for_file;
  return knows_all;
}

/// Where the group stands may not exist any more.
std::optional<error> recovery::place_in(const partition_ends& input) {
  const std::int64_t next = lane_.next_input();
  if (next >= input.first && next <= input.next) return std::nullopt;
  lane_.begin_at(next < 0 && with_.begins_at_end ? input.next : input.first);
  if (next < 0) return std::nullopt;
  if (next > input.next) {
    return gap(
        fmt::format("the input ends at offset {}, before {}, where the group stands, so it "
                    "is read from its beginning: was the topic made anew?",
                    input.next, next));
  }
  return gap(fmt::format("{} of the input were deleted by retention before they were read",
                         counted(static_cast<std::uint64_t>(input.first - next), "record")));
}

/// Is it only a matter of time?
bool recovery::waits_for(const error& failure) {
  if (failure.code != error_code::no_answer) return false;
  tell_progress();
  return true;
}

/// The worker that had the partition may still be saving it.
result<bool> recovery::wait_for_file() {
  if (const auto failure = lane_.take_file()) {
    if (clock::now() - began_ < wait_for_other_worker) return false;
    with_.log.warn("snapshot", place() + "goes on without a snapshot: " + failure->message);
  }
  if (auto failure = load()) return *failure;
  stage_ = stage::asks_output;
  return false;
}

std::optional<error> recovery::load() {
  auto loaded = lane_.load();
  if (loaded) {
    loaded_ = *loaded;
    return std::nullopt;
  }
  if (loaded.failure().code == error_code::out_of_memory) return loaded.failure();
  with_.log.warn("snapshot", place() +
                                 "the snapshot is of no use, so the output is read instead: " +
                                 loaded.failure().message);
  return std::nullopt;
}

result<bool> recovery::ask_output() {
  const auto out = with_.desk.ends(with_.to, partition(), step_patience);
  if (!out) return waits_for(out.failure()) ? result<bool>(false) : out.failure();
  if (loaded_ && lane_.next_output() > out->next) {
    with_.log.warn("snapshot", place() +
                                   "the snapshot is of no use, the output is shorter than it "
                                   "knows: was the topic made anew?");
    if (auto failure = lane_.begin_anew()) return *failure;
    loaded_ = false;
  }
  const auto useful = static_cast<std::int64_t>(lane_.useful_output());
  const std::int64_t tail = std::max<std::int64_t>(0, out->next - useful);
  const std::int64_t wanted = loaded_ ? std::max(lane_.next_output(), tail) : tail;
  first_ = std::max(wanted, out->first);
  next_ = out->next;
  if (wanted < out->first) {
    auto failure = gap(fmt::format(
        "{} of the output, which the filter should know, were deleted by retention; repeats of "
        "their keys will pass once more",
        counted(static_cast<std::uint64_t>(out->first - wanted), "record")));
    if (failure) return *failure;
  }
  if (auto failure = with_.output.begin(partition(), first_, next_)) return *failure;
  stage_ = stage::reads;
  return false;
}

std::optional<error> recovery::gap(const std::string& what) {
  if (with_.fails_at_gap) {
    return error{error_code::system_failure,
                 place() + what + "; keep more of the topic, or accept it with --on-gap warn"};
  }
  with_.log.warn("gap", place() + what, {{"partition", partition()}});
  return std::nullopt;
}

result<bool> recovery::read(std::chrono::milliseconds span) {
  const auto ended =
      with_.output.advance(span, [this](const rd_kafka_message_t& message) { learn(message); });
  if (!ended) return ended.failure();
  if (!*ended) {
    tell_progress();
    return false;
  }
  lane_.recalled_up_to(next_);
  with_.output.end();
  stage_ = stage::done;
  tell_end();
  return true;
}

void recovery::learn(const rd_kafka_message_t& message) {
  std::string_view key;
  if (with_.key(message, key) != extraction::found) return;
  lane_.recall(with_.hash(key), time_of(message));
  ++learned_;
}

void recovery::tell_progress() {
  const auto now = clock::now();
  if (now - told_ < between_tellings) return;
  told_ = now;
  if (stage_ != stage::reads) {
    with_.log.info("recovering", place() + "waits for Kafka to say where it stands",
                   {{"partition", partition()}});
    return;
  }
  const std::int64_t done = with_.output.position() - first_;
  const std::int64_t all = next_ - first_;
  with_.log.info("recovering",
                 place() + (with_.output.waits()
                                ? "waits for the end of a transaction that is open in the output"
                                : fmt::format("has read back {} of {} of the output",
                                              with_commas(static_cast<std::uint64_t>(done)),
                                              counted(static_cast<std::uint64_t>(all), "record"))),
                 {{"partition", partition()}, {"done", done}, {"of", all}});
}

void recovery::tell_end() {
  const std::chrono::duration<double> took = clock::now() - began_;
  const char* const from = loaded_ ? "snapshot" : learned_ > 0 ? "output" : "nothing";
  const std::string behind = loaded_        ? "continues from its snapshot and "
                             : learned_ > 0 ? "continues from "
                                            : "begins with ";
  with_.log.info(
      "recovered",
      place() + behind +
          fmt::format("{} of the output, in {:.1f} s", counted(learned_, "record"), took.count()),
      {{"partition", partition()},
       {"from", from},
       {"records", learned_},
       {"seconds", took.count()}});
}

std::string recovery::place() const {
  return fmt::format("partition {}: ", partition());
}

}  // namespace sluice
