// What a worker does with partitions that come and go: recovers them, hands them over, saves them.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <thread>

#include "kafka/worker.hpp"

namespace sluice {
namespace {

constexpr std::chrono::milliseconds recovery_step{50};
constexpr std::chrono::milliseconds seek_patience{1000};
constexpr std::chrono::milliseconds between_seeks{100};

std::span<rd_kafka_topic_partition_t> all(const rd_kafka_topic_partition_list_t& list) {
  return {list.elems, static_cast<std::size_t>(list.cnt)};
}

std::string numbers_of(const rd_kafka_topic_partition_list_t& list) {
  std::string text;
  for (const auto& each : all(list))
    text += (text.empty() ? "" : ", ") + std::to_string(each.partition);
  return text.empty() ? "none" : text;
}

nlohmann::ordered_json as_json(const rd_kafka_topic_partition_list_t& list) {
  auto numbers = nlohmann::ordered_json::array();
  for (const auto& each : all(list)) numbers.push_back(each.partition);
  return {{"partitions", numbers}};
}

}  // namespace

/// They are paused until their lanes are ready, which then go to where they stand.
void worker::on_rebalance(rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t* now) {
  if (what == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS) {
    given(*now);
    for (auto& each : all(*now)) each.offset = RD_KAFKA_OFFSET_BEGINNING;
    rd_kafka_assign(consumer_.get(), now);
    rd_kafka_pause_partitions(consumer_.get(), now);
    standing_.reset(rd_kafka_consumer_group_metadata(consumer_.get()));
    log.info("assigned", "has partitions " + numbers_of(*now), as_json(*now));
    return;
  }
  taken_away();
  rd_kafka_assign(consumer_.get(), nullptr);
  log.info("revoked", "gave back partitions " + numbers_of(*now), as_json(*now));
}

/// A lane rests as it is; if its partition comes back and nobody else had it, it can go on.
void worker::given(const rd_kafka_topic_partition_list_t& now) {
  was_given_ = true;
  for (auto& [number, each] : places_) each.is = stage::away;
  for (const auto& each : all(now)) {
    if (each.partition >= wanted_.partitions) {
      keep(error{error_code::system_failure,
                 fmt::format("{} has got a partition {} that {} does not have; give both the same "
                             "number and start the workers again",
                             wanted_.from, each.partition, wanted_.to)});
      return;
    }
    places_[each.partition].is = stage::coming;
    places_[each.partition].is_at_end = false;
  }
  for (auto& [number, each] : places_) {
    if (each.is == stage::away && each.at) let_go(each);
  }
}

void worker::taken_away() {
  const bool is_lost = rd_kafka_assignment_lost(consumer_.get()) != 0;
  if (!open_.empty() && !is_lost && !failure_) try_to_commit();
  if (!open_.empty()) give_up_transaction("the partitions were taken away");
  recovery_.reset();
  output_->end();
  for (auto& [number, each] : places_) {
    each.is = stage::away;
    if (each.at && !each.at->is_ready()) each.at.reset();  // half recovered
  }
}

void worker::let_go(place& from) {
  if (from.at->is_ready()) save(*from.at);
  given_away_ += from.at->counts();
  from.at.reset();
}

void worker::recover_a_little() {
  if (!recovery_) {
    const auto next = std::find_if(places_.begin(), places_.end(), [](const auto& each) {
      return each.second.is == stage::coming;
    });
    if (next == places_.end()) return;
    auto& [number, here] = *next;
    if (!here.at) {
      auto made = lane::make(number, wanted_.lanes);
      if (!made) {
        keep(made.failure());
        return;
      }
      here.at = *std::move(made);
    }
    recovery_.emplace(*here.at, *tools_);
  }
  const auto ready = recovery_->advance(recovery_step);
  if (!ready) {
    keep(ready.failure());
  } else if (*ready) {
    begin_reading(places_.at(recovery_->partition()));
  }
}

void worker::begin_reading(place& ready) {
  if (!goes_to(ready)) return;  // another try comes
  seeks_ = 0;
  ready.at->set_ready();
  ready.is = stage::reading;
  ready.is_at_end = false;
  recovery_.reset();
}

/// A partition that has just come is not ready at once. One whose offset was out of range is
/// stopped for good, and must be assigned again.
bool worker::goes_to(place& ready) {
  constexpr unsigned patient_tries = 10;
  partition_list which;
  which.add(wanted_.from, ready.at->partition(), ready.at->next_input());
  const kafka_failure failure(
      rd_kafka_seek_partitions(consumer_.get(), which.get(), as_wait(seek_patience)));
  bool done = !failure && which.front().err == RD_KAFKA_RESP_ERR_NO_ERROR;
  if (!done && ++seeks_ == patient_tries) done = assign_again(ready);
  if (done) {
    rd_kafka_resume_partitions(consumer_.get(), which.get());
  } else {
    std::this_thread::sleep_for(between_seeks);
  }
  return done;
}

bool worker::assign_again(const place& ready) {
  partition_list all_given;
  partition_list paused;
  for (const auto& [number, each] : places_) {
    if (each.is == stage::away) continue;
    const bool reads = each.is == stage::reading || &each == &ready;
    all_given.add(wanted_.from, number, reads ? each.at->next_input() : RD_KAFKA_OFFSET_BEGINNING);
    if (!reads) paused.add(wanted_.from, number);
  }
  const auto code = rd_kafka_assign(consumer_.get(), all_given.get());
  if (!paused.empty()) rd_kafka_pause_partitions(consumer_.get(), paused.get());
  seeks_ = 0;
  return code == RD_KAFKA_RESP_ERR_NO_ERROR;
}

/// What the lane would read next is not there any more.
void worker::find_place_again(place& lost) {
  if (lost.is != stage::reading) return;
  finish_transaction();
  if (lost.is != stage::reading) return;
  partition_list which;
  which.add(wanted_.from, lost.at->partition());
  rd_kafka_pause_partitions(consumer_.get(), which.get());
  lost.is = stage::coming;
}

bool worker::is_at_end() const {
  return was_given_ && std::all_of(places_.begin(), places_.end(), [](const auto& each) {
           return each.second.is == stage::away ||
                  (each.second.is == stage::reading && each.second.is_at_end);
         });
}

/// One a round, the one that waits longest; never within a transaction.
void worker::save_if_due() {
  if (!open_.empty() || wanted_.lanes.folder.empty()) return;
  const auto is_due = [&](const lane& each) {
    if (wanted_.checkpoint.records) return each.records_unsaved() >= *wanted_.checkpoint.records;
    const std::chrono::duration<double> since = clock::now() - each.saved_at();
    return since.count() >= wanted_.checkpoint.seconds.value_or(1e18);
  };
  lane* oldest = nullptr;
  for (auto& [number, each] : places_) {
    if (each.is != stage::reading || !is_due(*each.at)) continue;
    if (oldest == nullptr || each.at->saved_at() < oldest->saved_at()) oldest = each.at.get();
  }
  if (oldest != nullptr) save(*oldest);
}

void worker::save(lane& which) {
  if (wanted_.lanes.folder.empty() || wanted_.copies || which.records_unsaved() == 0) return;
  const auto began = clock::now();
  if (auto failure = which.save()) {
    log.warn("unsaved", failure->message, {{"partition", which.partition()}});
    return;
  }
  const std::chrono::duration<double> took = clock::now() - began;
  log.info("saved",
           fmt::format("partition {}: saved up to offset {} in {:.2f} s", which.partition(),
                       which.committed_input(), took.count()),
           {{"partition", which.partition()}, {"seconds", took.count()}});
}

}  // namespace sluice
