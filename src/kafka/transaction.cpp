#include "kafka/transaction.hpp"

#include <nlohmann/json.hpp>

#include "telling/words.hpp"

namespace sluice {
namespace {

constexpr std::chrono::milliseconds one_try{1000};
constexpr std::chrono::seconds between_complaints{5};

}  // namespace

void transaction::take(kafka_message message, bool passes) {
  if (empty()) began_ = clock::now();
  ++records_;
  bytes_ += message->len + message->key_len;
  if (!passes) return;
  send(*message);
  held_.push_back(std::move(message));
}

double transaction::age_in_seconds() const noexcept {
  return empty() ? 0 : std::chrono::duration<double>(clock::now() - began_).count();
}

/// What fails here fails the commit.
void transaction::send(const rd_kafka_message_t& message) {
  step last = out_.send(message);
  while (last.came_out == step::kind::late && may_wait_()) last = out_.send(message);
  if (last.came_out == step::kind::late) out_.spoil(last.why);
}

step transaction::commit(const partition_list& offsets, const group_standing& group) {
  return tried([&] { return out_.commit(offsets, group, one_try); });
}

step transaction::abort(const std::string& why) {
  log_.warn("aborted", "a transaction of " + counted(records_, "record") + " is aborted: " + why,
            {{"reason", why}});
  return tried([&] { return out_.abort(one_try); });
}

/// Again and again while there is no answer.
step transaction::tried(const std::function<step()>& once) {
  auto told = clock::now();
  while (true) {
    step last = once();
    if (last.came_out != step::kind::late || !may_wait_()) return last;
    if (clock::now() - told < between_complaints) continue;
    log_.warn("waiting", "waits for Kafka: " + last.why);
    told = clock::now();
  }
}

void transaction::repeat() {
  began_ = clock::now();
  for (const kafka_message& each : held_) send(*each);
}

void transaction::forget() noexcept {
  held_.clear();
  records_ = bytes_ = 0;
}

}  // namespace sluice
