#include "kafka/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "failures.hpp"
#include "telling/words.hpp"

namespace sluice {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds idle{100};
constexpr milliseconds kafka_patience{1000};
constexpr milliseconds before_another_try{500};
constexpr seconds time_to_commit_at_end{4};
constexpr seconds time_to_close{8};
constexpr seconds patience_at_start{45};
constexpr seconds for_ever{1'000'000'000};
constexpr seconds quick{10};
constexpr std::size_t messages_a_round = 2000;
constexpr std::uint64_t most_bytes = 64ULL << 20;

}  // namespace

worker::worker(worker_wish wanted, message_key key, topic_desk& desk, event_log& out, outside told)
    : kafka_listener(out),
      wanted_(std::move(wanted)),
      key_(std::move(key)),
      hash_(wanted_.lanes.seed),
      desk_(desk),
      outside_(std::move(told)),
      open_(out_, out, [this] { return may_wait(); }),
      out_(wanted_.connection, wanted_.to, wanted_.id, wanted_.largest_batch, out,
           [this](std::int32_t partition, std::int64_t next) {
             const auto found = places_.find(partition);
             if (found != places_.end() && found->second.at) found->second.at->wrote_up_to(next);
           }) {}

worker::~worker() = default;

std::optional<error> worker::run() {
  if (auto failure = open()) return failure;
  work();
  end();
  return failure_;
}

std::optional<error> worker::open() {
  if (auto failure = open_producer(patience_at_start)) return failure;
  auto output = output_reader::open(wanted_.connection, wanted_.to, log);
  if (!output) return output.failure();
  output_ = *std::move(output);
  const setting_list own{
      {"group.id", wanted_.connection.group}, {"enable.auto.commit", "false"},
      {"enable.auto.offset.store", "false"},  {"isolation.level", "read_committed"},
      {"enable.partition.eof", "true"},       {"partition.assignment.strategy", "range"},
      {"auto.offset.reset", "error"}};  // a lane decides where it goes on
  // When as many messages wait, this librdkafka stops asking for a whole second.
  const setting_list usual{{"queued.min.messages", "500000"}};
  auto consumer = connect(RD_KAFKA_CONSUMER, wanted_.connection, own, usual, *this);
  if (!consumer) return consumer.failure();
  consumer_ = *std::move(consumer);
  tools_.emplace(recovery_tools{consumer_.get(), wanted_.from, wanted_.to, desk_, *output_, key_,
                                hash_, log, wanted_.fails_at_gap,
                                wanted_.connection.value_of("auto.offset.reset") == "latest",
                                wanted_.copies});
  partition_list topics;
  topics.add(wanted_.from, RD_KAFKA_PARTITION_UA);
  const auto code = rd_kafka_subscribe(consumer_.get(), topics.get());
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return std::nullopt;
  return error{error_code::system_failure, "cannot subscribe to " + wanted_.from + ": " +
                                               in_words(code) + "; check the topic and the group"};
}

/// Ends what a killed worker of the same id left open.
std::optional<error> worker::open_producer(seconds patience_with_it) {
  const auto began = clock::now();
  auto told = began;
  step made;
  do {
    made = out_.open(kafka_patience);
    if (out_.refused()) return out_.refused();
    if (is_to_end()) return std::nullopt;
    if (!made && clock::now() - told > quick) {
      log.warn("waiting", "waits for Kafka: " + made.why);
      told = clock::now();
    }
  } while (made.came_out == step::kind::late && clock::now() - began < patience_with_it);
  if (made) return std::nullopt;
  return error{error_code::system_failure,
               made.why +
                   "; sluice needs brokers with transactions: is "
                   "transaction.state.log.replication.factor higher than their number?"};
}

void worker::work() {
  while (!ends()) {
    read(patience());
    if (ends()) break;
    recover_a_little();
    if (is_due()) finish_transaction();
    save_if_due();
    tell_if_due();
    if (is_to_end()) break;
    if (wanted_.until_end && is_at_end() && open_.empty()) break;
  }
}

/// Within ten seconds: what cannot be committed by then is left for another worker to do again.
void worker::end() {
  if (!consumer_) return;
  begin_to_end(clock::now());
  if (clock::now() < end_by_) finish_transaction();  // also what came before a failure
  for (auto& [number, each] : places_) {  // what is committed, whatever becomes of the rest
    if (each.at && each.at->is_ready()) save(*each.at);
  }
  if (!open_.empty()) give_up_transaction(failure_ ? failure_->message : "the worker ends");
  last_ = figures();
  recovery_.reset();
  out_.close();  // before the messages that it may still look at
  open_.forget();
  if (clock::now() < close_by_) rd_kafka_consumer_close(consumer_.get());
  consumer_.reset();
}

void worker::begin_to_end(clock::time_point since) {
  if (ends_) return;
  ends_ = true;
  end_by_ = since + time_to_commit_at_end;
  close_by_ = since + time_to_close;
  if (!failure_) log.info("ending", "ends: commits, saves and leaves the group");
}

bool worker::is_to_end() {
  if (const auto since = outside_.told_to_end()) begin_to_end(*since);
  return ends_;
}

bool worker::may_wait() {
  return !is_to_end() || clock::now() < end_by_;
}

// ---------------------------------------------------------------------------------------- reading

milliseconds worker::patience() const {
  const bool recovers = std::any_of(places_.begin(), places_.end(), [](const auto& each) {
    return each.second.is == stage::coming;
  });
  if (recovers) return milliseconds(0);
  return open_.empty() ? idle : milliseconds(10);
}

void worker::read(milliseconds wait) {
  for (std::size_t i = 0; i < messages_a_round && !ends() && !is_full(); ++i) {
    kafka_message message(rd_kafka_consumer_poll(consumer_.get(), as_wait(wait)));
    if (!message) break;
    wait = milliseconds(0);
    if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      take_event(*message);
    } else {
      take(std::move(message));
    }
  }
  out_.attend();
  keep(out_.refused());
}

void worker::take_event(const rd_kafka_message_t& message) {
  if (message.err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
    places_[message.partition].is_at_end = true;
    return;
  }
  if (message.err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET) {
    return find_place_again(places_[message.partition]);
  }
  if (keep(refusal(message.err, "reading " + wanted_.from))) return;
  std::array<char, 512> why{};
  if (rd_kafka_fatal_error(consumer_.get(), why.data(), why.size()) != RD_KAFKA_RESP_ERR_NO_ERROR) {
    keep(error{error_code::system_failure, std::string("the consumer cannot go on: ") + why.data() +
                                               "; start the worker again"});
    return;
  }
  log.warn("consumer",
           std::string("reading ") + wanted_.from + ": " + rd_kafka_message_errstr(&message));
}

/// A lane that is not ready goes back to where it stands before it reads.
void worker::take(kafka_message message) {
  place& here = places_[message->partition];
  here.is_at_end = false;
  if (here.is != stage::reading || message->offset < here.at->next_input()) return;
  if (!make_room_for(here, *message)) return;
  const bool passes = lets_through(*here.at, *message);
  if (!failure_) open_.take(std::move(message), passes);
}

/// Ends the transaction where it must not grow by this message. False if the lane cannot take it
/// now.
bool worker::make_room_for(place& here, const rd_kafka_message_t& message) {
  const std::uint64_t time = time_of(message);
  while (here.is == stage::reading && here.at->must_commit(time)) {
    if (failure_ || is_to_end()) return false;
    std::this_thread::sleep_until(not_before_);
    finish_transaction();
  }
  return here.is == stage::reading;
}

bool worker::lets_through(lane& by, const rd_kafka_message_t& message) {
  if (wanted_.copies) {
    by.copy(message.offset);
    return true;
  }
  std::string_view key;
  const extraction found = key_(message, key);
  if (found == extraction::found) {
    const digest hashed = hash_(key);
    spread_.observe(hashed, by.partition());
    return by.judge(hashed, message.offset, time_of(message)) == verdict::fresh;
  }
  if (wanted_.must_have_key || found == extraction::malformed) {
    failure_ = bad_input(fmt::format(
        "{}, partition {}, offset {}: {}", wanted_.from, message.partition, message.offset,
        found == extraction::malformed
            ? "malformed JSON; skip it by setting the group's offset behind it"
            : "the message has no such key; skip it by setting the group's offset behind it, or "
              "use --missing-key pass"));
    return false;
  }
  by.pass_by(message.offset);
  return !wanted_.drops_keyless;
}

// ----------------------------------------------------------------------------------- transactions

bool worker::is_full() const {
  return open_.records() >= wanted_.transaction.records.value_or(wanted_.lanes.most_records) ||
         open_.bytes() >= most_bytes;
}

bool worker::is_due() const {
  if (open_.empty() || clock::now() < not_before_) return false;
  if (is_full() || (wanted_.until_end && is_at_end())) return true;
  const double longest = longest_transaction(wanted_.connection);
  return open_.age_in_seconds() >= std::min(longest, wanted_.transaction.seconds.value_or(longest));
}

/// Commits, or aborts and sends the same again: the verdicts stand, and so does what the filters
/// are to learn. Whoever was left behind by the group gives it up, and hears of that from the
/// group.
void worker::finish_transaction() {
  if (open_.empty()) return;
  const step committed = try_to_commit();
  if (committed || keep(out_.refused()) || committed.came_out == step::kind::late) return;
  if (committed.came_out == step::kind::failed) return start_over(committed.why);
  const step aborted = try_to_abort(committed.why);
  if (aborted.came_out == step::kind::failed) return start_over(aborted.why);
  not_before_ = clock::now() + before_another_try;
  if (committed.left_behind || rd_kafka_assignment_lost(consumer_.get()) != 0) return set_back();
  open_.repeat();
}

step worker::try_to_commit() {
  if (out_.refused()) return {step::kind::aborted, out_.refused()->message};
  partition_list done;
  for (const auto& [number, each] : places_) {
    if (each.at && each.at->has_moved()) done.add(wanted_.from, number, each.at->next_input());
  }
  step committed = open_.commit(done, standing_);
  if (!committed) return committed;
  for (auto& [number, each] : places_) {
    if (each.at && each.at->has_moved()) keep(each.at->commit());
  }
  ++transactions_;
  open_.forget();
  return committed;
}

step worker::try_to_abort(const std::string& why) {
  ++aborted_;
  return open_.abort(why);
}

/// Others will do it again.
void worker::give_up_transaction(const std::string& why) {
  const step aborted = try_to_abort(why);
  if (!aborted) return start_over(aborted.why);
  set_back();
}

/// All lanes are as they were before the transaction, and have to find out where they stand.
void worker::set_back() {
  open_.forget();
  recovery_.reset();
  partition_list reading;
  for (auto& [number, each] : places_) {
    if (each.at) each.at->abort();
    if (each.is != stage::reading) continue;
    reading.add(wanted_.from, number);
    each.is = stage::coming;
  }
  if (!reading.empty()) rd_kafka_pause_partitions(consumer_.get(), reading.get());
}

/// The producer is lost: it was away for so long that Kafka gave it up. Whether the transaction was
/// committed is known to Kafka alone.
void worker::start_over(const std::string& why) {
  out_.close();
  set_back();
  if (ends_) return;
  quick_reopenings_ = clock::now() - last_reopening_ < quick ? quick_reopenings_ + 1 : 0;
  constexpr unsigned too_many = 3;
  if (quick_reopenings_ == too_many) {
    keep(error{error_code::system_failure,
               why + "; does another worker use the transactional id " + out_.id() + "?"});
    return;
  }
  last_reopening_ = clock::now();
  log.warn("producer", "begins anew with a new producer: " + why);
  keep(open_producer(for_ever));
}

// ---------------------------------------------------------------------------------------- telling

bool worker::keep(std::optional<error> failure) {
  if (!failure) return false;
  if (!failure_) failure_ = std::move(failure);
  return true;
}

void worker::tell_if_due() {
  const std::chrono::duration<double> since = clock::now() - told_;
  const bool asked = outside_.wants_figures();
  if (asked || since.count() >= wanted_.report_seconds) {
    told_ = clock::now();
    outside_.tell(figures(), asked);
  }
  if (told_of_spread_ || !spread_.alarming()) return;
  told_of_spread_ = true;
  log.warn(
      "cross-partition",
      fmt::format("of {} sampled keys that came again {} came in another partition than "
                  "before: {} is not partitioned by this key, and copies in different "
                  "partitions all pass; partition it by what -k says",
                  with_commas(spread_.again()), with_commas(spread_.elsewhere()), wanted_.from),
      {{"again", spread_.again()}, {"elsewhere", spread_.elsewhere()}});
}

worker_figures worker::figures() const {
  if (last_) return *last_;
  const std::chrono::duration<double> since = clock::now() - began_;
  worker_figures found{.seconds = since.count(),
                       .all = given_away_,
                       .transactions = transactions_,
                       .aborted = aborted_,
                       .seen_again = spread_.again(),
                       .seen_elsewhere = spread_.elsewhere(),
                       .lanes = {}};
  for (const auto& [number, each] : places_) {
    if (!each.at) continue;
    found.all += each.at->counts();
    lane_figures here{.partition = number,
                      .counts = each.at->counts(),
                      .fill = each.at->fill(),
                      .is_ready = each.at->is_ready()};
    std::int64_t first = 0;
    std::int64_t next = 0;
    if (consumer_ && each.at->next_input() >= 0 &&
        rd_kafka_get_watermark_offsets(consumer_.get(), wanted_.from.c_str(), number, &first,
                                       &next) == RD_KAFKA_RESP_ERR_NO_ERROR &&
        next >= 0) {
      here.lag = std::max<std::int64_t>(0, next - each.at->next_input());
    }
    if (each.at->audit() != nullptr) here.audit = each.at->audit()->now();
    found.lanes.push_back(here);
  }
  return found;
}

}  // namespace sluice
