#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "kafka/connection.hpp"
#include "kafka/handles.hpp"

namespace sluice {

/// Reads a partition of the output back, from an offset up to where it ended: all that was
/// committed by then. Where a transaction is still open there, it waits for its end.
class output_reader final : public kafka_listener {
 public:
  using take = std::function<void(const rd_kafka_message_t&)>;

  static result<std::unique_ptr<output_reader>> open(const kafka_connection& to,
                                                     const std::string& topic, event_log& log);

  /// From now on it is this partition, from one offset to the other.
  std::optional<error> begin(std::int32_t partition, std::int64_t from, std::int64_t to);

  /// Reads on for about as long as that; true at the end.
  result<bool> advance(std::chrono::milliseconds span, const take& each);

  /// The next offset to be read.
  std::int64_t position() const noexcept { return next_; }

  /// It waits for somebody's transaction, which may be one that was left open.
  bool waits() const noexcept { return waits_; }

  void end();

 private:
  output_reader(std::string topic, event_log& out)
      : kafka_listener(out), topic_(std::move(topic)) {}
  std::optional<error> look_at(const rd_kafka_message_t& message, const take& each);

  std::string topic_;
  kafka_client client_;
  kafka_queue queue_;
  std::int32_t partition_ = 0;
  std::int64_t next_ = 0;
  std::int64_t end_ = 0;
  bool waits_ = false;
};

}  // namespace sluice
