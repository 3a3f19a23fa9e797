#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kafka/connection.hpp"
#include "kafka/handles.hpp"

namespace sluice {

/// How long a transaction may be open, in seconds: well within what Kafka allows, after which it
/// aborts it.
double longest_transaction(const kafka_connection& to);

/// How a step of a transaction came out.
struct step {
  enum class kind {
    done,
    late,     ///< not done in time; the same step may be tried again
    aborted,  ///< the transaction cannot be committed; it must be aborted
    failed,   ///< nothing more can be done with this producer
  };
  kind came_out = kind::done;
  std::string why{};
  bool left_behind = false;  ///< the group went on without this worker

  explicit operator bool() const noexcept { return came_out == kind::done; }
};

/// The way out: messages into a topic, in transactions. What goes into one is seen by others when
/// it is committed, together with the offsets up to which the input is done; or never.
///
/// Messages are not copied: they must stay where they are until the transaction has ended.
class outflow final : public kafka_listener {
 public:
  using wrote = std::function<void(std::int32_t partition, std::int64_t next_offset)>;

  /// `id` names it to Kafka: whoever comes with the same id ends what is left of this one's
  /// transactions. The topic takes so many bytes at once. `tell` hears of each message that is out.
  outflow(kafka_connection to, std::string topic, std::string id,
          std::optional<std::uint64_t> largest_batch, event_log& log, wrote tell);
  ~outflow() override;

  /// Makes itself known. May be called again until it is done, and after close().
  step open(std::chrono::milliseconds patience);

  /// The message goes into the transaction; one is begun where none is. Where it fails for good the
  /// transaction cannot be committed any more.
  step send(const rd_kafka_message_t& message);

  /// The transaction lacks something: it must not be committed.
  void spoil(const std::string& why) { spoilt_ = {step::kind::aborted, why}; }

  /// The input is done up to `offsets`, as `group` reads it.
  step commit(const partition_list& offsets, const group_standing& group,
              std::chrono::milliseconds patience);
  step abort(std::chrono::milliseconds patience);

  /// What is open is left to Kafka, which aborts it after a while, or when somebody comes with the
  /// same id. Nothing of the messages is used any more.
  void close();

  /// Hears of deliveries; to be called now and then.
  void attend() { rd_kafka_poll(client_.get(), 0); }

  /// What no other try would mend: a message that is too large, a permission that is missing.
  const std::optional<error>& refused() const noexcept { return refused_; }

  const std::string& id() const noexcept { return id_; }

  void on_delivery(const rd_kafka_message_t& message) override;

 private:
  step begin();
  step classed(kafka_failure failure, const std::string& doing);
  void refuse(rd_kafka_resp_err_t code, const std::string& what);
  rd_kafka_resp_err_t produce(const rd_kafka_message_t& message);
  step produced(rd_kafka_resp_err_t code);

  kafka_connection to_;
  std::string topic_;
  std::string id_;
  std::optional<std::uint64_t> largest_batch_;
  wrote tell_;
  kafka_client client_;
  kafka_topic out_;
  bool in_transaction_ = false;
  bool has_offsets_ = false;    // they went into the transaction
  std::optional<step> spoilt_;  // how its commit will come out
  std::optional<error> refused_;
  std::size_t refused_bytes_ = 0;  // of the message in question
};

}  // namespace sluice
