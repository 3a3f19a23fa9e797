#include "kafka/connection.hpp"

#include <fmt/format.h>
#include <syslog.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "failures.hpp"

namespace sluice {
namespace {

struct forbidden_setting {
  std::string_view name;
  std::string_view why;
};

constexpr std::array forbidden{
    forbidden_setting{"bootstrap.servers", "is what --brokers says"},
    forbidden_setting{"metadata.broker.list", "is what --brokers says"},
    forbidden_setting{"group.id", "is what --group says"},
    forbidden_setting{"isolation.level", "must stay read_committed"},
    forbidden_setting{"enable.auto.commit", "must stay off: offsets go with the transaction"},
    forbidden_setting{"enable.auto.offset.store", "must stay off"},
    forbidden_setting{"enable.idempotence", "must stay on"},
    forbidden_setting{"enable.partition.eof", "is used by sluice itself"},
    forbidden_setting{"partition.assignment.strategy",
                      "must stay as it is: others are at fault in this librdkafka"},
};

/// A client says much that only its developers want to hear.
void log_line(const rd_kafka_t* client, int level, const char* facility, const char* text) {
  const bool is_of_interest = level <= LOG_WARNING && std::strcmp(facility, "CONFWARN") != 0;
  auto* const listener = static_cast<kafka_listener*>(rd_kafka_opaque(client));
  if (is_of_interest) listener->log.warn("librdkafka", std::string("librdkafka: ") + text);
}

/// What it is about is in the log already.
void trouble(rd_kafka_t* /*client*/, int code, const char* /*reason*/, void* listener) {
  static_cast<kafka_listener*>(listener)->trouble = static_cast<rd_kafka_resp_err_t>(code);
}

void rebalance(rd_kafka_t* /*client*/, rd_kafka_resp_err_t what,
               rd_kafka_topic_partition_list_t* partitions, void* listener) {
  static_cast<kafka_listener*>(listener)->on_rebalance(what, partitions);
}

void delivery(rd_kafka_t* /*client*/, const rd_kafka_message_t* message, void* listener) {
  static_cast<kafka_listener*>(listener)->on_delivery(*message);
}

}  // namespace

std::string kafka_connection::value_of(const std::string& name) const {
  const auto found =
      std::find_if(set.rbegin(), set.rend(), [&](const auto& each) { return each.first == name; });
  return found == set.rend() ? "" : found->second;
}

result<std::pair<std::string, std::string>> parse_setting(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return bad_input("'" + text + "' sets nothing; write -X name=value, as compression.type=zstd");
  }
  std::pair<std::string, std::string> made{text.substr(0, equals), text.substr(equals + 1)};
  for (const auto& [name, why] : forbidden) {
    if (made.first == name) {
      return bad_input(fmt::format("-X {} cannot be set: it {}", made.first, why));
    }
  }
  const kafka_settings trial(rd_kafka_conf_new());
  std::array<char, 512> complaint{};
  if (rd_kafka_conf_set(trial.get(), made.first.c_str(), made.second.c_str(), complaint.data(),
                        complaint.size()) != RD_KAFKA_CONF_OK) {
    return bad_input("-X " + text + ": " + complaint.data() +
                     "; librdkafka's CONFIGURATION.md lists what there is");
  }
  return made;
}

result<kafka_client> connect(rd_kafka_type_t kind, const kafka_connection& to,
                             const setting_list& own, const setting_list& usual,
                             kafka_listener& listener) {
  kafka_settings settings(rd_kafka_conf_new());
  std::array<char, 512> complaint{};
  const setting_list always{{"bootstrap.servers", to.brokers}, {"client.id", "sluice"}};
  for (const setting_list* list : {&always, &usual, &to.set, &own}) {
    for (const auto& [name, value] : *list) {
      if (rd_kafka_conf_set(settings.get(), name.c_str(), value.c_str(), complaint.data(),
                            complaint.size()) != RD_KAFKA_CONF_OK) {
        return bad_input(fmt::format("-X {}={}: {}", name, value, complaint.data()));
      }
    }
  }
  rd_kafka_conf_set_log_cb(settings.get(), log_line);
  rd_kafka_conf_set_error_cb(settings.get(), trouble);
  rd_kafka_conf_set_opaque(settings.get(), &listener);
  if (kind == RD_KAFKA_CONSUMER) {
    rd_kafka_conf_set_rebalance_cb(settings.get(), rebalance);
  } else {
    rd_kafka_conf_set_dr_msg_cb(settings.get(), delivery);
  }
  kafka_client made(rd_kafka_new(kind, settings.get(), complaint.data(), complaint.size()));
  if (!made) return bad_input(std::string("cannot use Kafka so: ") + complaint.data());
  settings.release();  // NOLINT(bugprone-unused-return-value): it belongs to the client now
  if (kind == RD_KAFKA_CONSUMER) rd_kafka_poll_set_consumer(made.get());
  return made;
}

std::string in_words(rd_kafka_resp_err_t code) {
  return rd_kafka_err2str(code);
}

std::optional<error> refusal(rd_kafka_resp_err_t code, const std::string& what) {
  const auto failed = [&](const std::string& remedy) {
    return error{error_code::system_failure, what + ": " + in_words(code) + "; " + remedy};
  };
  const auto forbidden_to = [&](const std::string& remedy) {
    return error{error_code::system_failure,
                 what + ": no permission (" + in_words(code) + "); " + remedy};
  };
  switch (code) {
    case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED:
      return forbidden_to(
          "allow this user to read and describe the input topic and to write, read and "
          "describe the output topic");
    case RD_KAFKA_RESP_ERR_GROUP_AUTHORIZATION_FAILED:
      return forbidden_to("allow this user to read the consumer group");
    case RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED:
      return forbidden_to("allow this user to write and describe the transactional id");
    case RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
      return forbidden_to("allow this user to write idempotently");
    case RD_KAFKA_RESP_ERR__AUTHENTICATION:
    case RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED:
      return failed("check the user and the password that -X gives");
    case RD_KAFKA_RESP_ERR__SSL:
      return failed("check the certificate of the broker and what -X ssl.ca.location trusts");
    case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE:
    case RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE:
      return failed(
          "raise max.message.bytes of the output topic, and segment.bytes should that be "
          "smaller");
    case RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE:
    case RD_KAFKA_RESP_ERR_UNSUPPORTED_FOR_MESSAGE_FORMAT:
      return failed("sluice needs brokers with transactions, Kafka 2.5 or later");
    case RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID:
      return failed("another worker has the same group.instance.id; give each its own");
    case RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP:
      return failed(
          "the output topic takes no such timestamps; raise its "
          "message.timestamp.before.max.ms and message.timestamp.after.max.ms");
    default:
      return std::nullopt;
  }
}

}  // namespace sluice
