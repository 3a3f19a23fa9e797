#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kafka/outflow.hpp"

namespace sluice {

/// What is on its way from topic to topic until Kafka has it for good. Holds the messages, so that
/// they can be sent again should it be aborted.
class transaction {
 public:
  /// `may_wait`: is Kafka to be waited for where it does not answer?
  transaction(outflow& out, event_log& log, std::function<bool()> may_wait)
      : out_(out), log_(log), may_wait_(std::move(may_wait)) {}

  /// A record belongs to it; where it passes, it goes out.
  void take(kafka_message message, bool passes);

  bool empty() const noexcept { return records_ == 0; }
  std::uint64_t records() const noexcept { return records_; }

  /// Of all its records. Those that do not pass count, too: a message that is held may hold the
  /// memory of its neighbours.
  std::uint64_t bytes() const noexcept { return bytes_; }
  double age_in_seconds() const noexcept;

  /// The input is done up to `offsets`, as `group` reads it.
  step commit(const partition_list& offsets, const group_standing& group);

  /// Nothing of it is ever seen by anybody.
  step abort(const std::string& why);

  /// Sends the same again after it was aborted.
  void repeat();

  /// It is empty again. Nothing of its messages may be on its way any more.
  void forget() noexcept;

 private:
  using clock = std::chrono::steady_clock;

  void send(const rd_kafka_message_t& message);
  step tried(const std::function<step()>& once);

  outflow& out_;
  event_log& log_;
  std::function<bool()> may_wait_;
  std::vector<kafka_message> held_;
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
  clock::time_point began_;
};

}  // namespace sluice
