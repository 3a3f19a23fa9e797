#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kafka/handles.hpp"
#include "sluice/result.hpp"
#include "telling/event_log.hpp"

namespace sluice {

using setting_list = std::vector<std::pair<std::string, std::string>>;

/// How to reach Kafka: what is needed everywhere, and what the user sets besides.
struct kafka_connection {
  std::string brokers;
  std::string group;
  setting_list set;  ///< -X name=value, in librdkafka's names

  /// The user's value for that setting, if there is one.
  std::string value_of(const std::string& name) const;
};

/// Is that a setting, and one that may be set without losing what sluice promises?
result<std::pair<std::string, std::string>> parse_setting(const std::string& text);

/// Whoever has a client, and hears from it. All but the log is called from within calls of
/// librdkafka by the thread that owns the client. Must not move, and outlives the client.
class kafka_listener {
 public:
  explicit kafka_listener(event_log& to) : log(to) {}
  kafka_listener(const kafka_listener&) = delete;
  kafka_listener& operator=(const kafka_listener&) = delete;
  virtual ~kafka_listener() = default;

  /// Partitions come, or are taken away. Only for those who subscribe.
  virtual void on_rebalance(rd_kafka_resp_err_t /*what*/,
                            rd_kafka_topic_partition_list_t* /*partitions*/) {}

  /// A message is out, or will never be. Only for producers.
  virtual void on_delivery(const rd_kafka_message_t& /*message*/) {}

  event_log& log;

  /// The last thing that went wrong with a connection.
  rd_kafka_resp_err_t trouble = RD_KAFKA_RESP_ERR_NO_ERROR;
};

/// A client of either kind. `own` are the settings without which it would not be what it is for;
/// `usual` those that the user may replace.
result<kafka_client> connect(rd_kafka_type_t kind, const kafka_connection& to,
                             const setting_list& own, const setting_list& usual,
                             kafka_listener& listener);

/// In librdkafka's words.
std::string in_words(rd_kafka_resp_err_t code);

/// What of the user's making it is that Kafka refuses, where this is one: no permission, or no such
/// thing. Nothing for what may pass by itself.
std::optional<error> refusal(rd_kafka_resp_err_t code, const std::string& what);

}  // namespace sluice
