#include "kafka/topics.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utility>

#include "failures.hpp"

namespace sluice {
namespace {

constexpr std::chrono::milliseconds answer_patience{10'000};

using metadata =
    std::unique_ptr<const struct rd_kafka_metadata, destroyed_by<rd_kafka_metadata_destroy>>;
using new_topic = std::unique_ptr<rd_kafka_NewTopic_t, destroyed_by<rd_kafka_NewTopic_destroy>>;
using answer = std::unique_ptr<rd_kafka_event_t, destroyed_by<rd_kafka_event_destroy>>;
using described =
    std::unique_ptr<rd_kafka_ConfigResource_t, destroyed_by<rd_kafka_ConfigResource_destroy>>;

void note(std::string_view name, const std::string& value, topic_settings& all) {
  if (name == "max.message.bytes" || name == "segment.bytes") {
    all.largest_batch =
        std::min(all.largest_batch, std::uint64_t{std::strtoull(value.c_str(), nullptr, 10)});
  }
  if (name == "cleanup.policy") all.is_compacted = value.find("compact") != std::string::npos;
  if (name == "message.timestamp.type") all.stamps_anew = value == "LogAppendTime";
}

}  // namespace

/// Reads what is not committed, too: an end is one behind everything that anybody began to write.
result<std::unique_ptr<topic_desk>> topic_desk::open(const kafka_connection& to, event_log& log) {
  std::unique_ptr<topic_desk> made(new topic_desk(to, log));
  // A question to a broker that is gone is given up only after this time, whatever its asker says.
  const setting_list own{{"group.id", to.group},
                         {"isolation.level", "read_uncommitted"},
                         {"socket.timeout.ms", "3000"}};
  auto client = connect(RD_KAFKA_CONSUMER, to, own, {}, *made);
  if (!client) return client.failure();
  made->client_ = *std::move(client);
  return made;
}

result<std::optional<topic_desk::shape>> topic_desk::look_at(const std::string& topic) {
  constexpr int tries = 10;
  const kafka_topic asked(rd_kafka_topic_new(client_.get(), topic.c_str(), nullptr));
  metadata owned;
  auto code = RD_KAFKA_RESP_ERR_NO_ERROR;
  for (int i = 0; i < tries && !owned; ++i) {
    const struct rd_kafka_metadata* found = nullptr;
    code =
        rd_kafka_metadata(client_.get(), 0, asked.get(), &found, as_wait(answer_patience / tries));
    owned.reset(found);
    const kafka_message nothing(rd_kafka_consumer_poll(client_.get(), 0));  // hears of trouble
    if (auto refused = refusal(trouble, "the broker at " + to_.brokers)) return *refused;
  }
  if (!owned) {
    return error{error_code::system_failure, "no broker answers at " + to_.brokers + ": " +
                                                 in_words(code) +
                                                 "; is it running, and is the address right?"};
  }
  for (const auto& each : std::span(owned->topics, static_cast<std::size_t>(owned->topic_cnt))) {
    if (each.topic != topic) continue;
    if (each.err == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART) break;
    if (auto refused = refusal(each.err, "topic " + topic)) return *refused;
    if (each.err != RD_KAFKA_RESP_ERR_NO_ERROR || each.partition_cnt == 0) {
      return error{error_code::system_failure, "topic " + topic + ": " + in_words(each.err) +
                                                   "; check its name and its brokers"};
    }
    return std::optional(shape{each.partition_cnt, each.partitions[0].replica_cnt});
  }
  return std::optional<shape>();
}

result<std::optional<std::int32_t>> topic_desk::partitions(const std::string& topic) {
  const auto found = look_at(topic);
  if (!found) return found.failure();
  return *found ? std::optional((*found)->partitions) : std::optional<std::int32_t>();
}

std::optional<error> topic_desk::create(const std::string& topic, const std::string& like) {
  const auto model = look_at(like);
  if (!model) return model.failure();
  if (!*model) return bad_input("there is no topic " + like);
  std::array<char, 256> complaint{};
  const new_topic asked(rd_kafka_NewTopic_new(topic.c_str(), (*model)->partitions, (*model)->copies,
                                              complaint.data(), complaint.size()));
  if (!asked) return bad_input("topic " + topic + ": " + complaint.data());
  const kafka_queue answers(rd_kafka_queue_new(client_.get()));
  std::array topics{asked.get()};
  rd_kafka_CreateTopics(client_.get(), topics.data(), topics.size(), nullptr, answers.get());
  const answer came(rd_kafka_queue_poll(answers.get(), as_wait(2 * answer_patience)));
  auto code = came ? rd_kafka_event_error(came.get()) : RD_KAFKA_RESP_ERR__TIMED_OUT;
  std::string why = in_words(code);
  if (const auto* made = rd_kafka_event_CreateTopics_result(came.get());
      made != nullptr && code == RD_KAFKA_RESP_ERR_NO_ERROR) {
    std::size_t count = 0;
    const auto** each = rd_kafka_CreateTopics_result_topics(made, &count);
    code = rd_kafka_topic_result_error(each[0]);
    if (const char* said = rd_kafka_topic_result_error_string(each[0])) why = said;
  }
  const bool there = code == RD_KAFKA_RESP_ERR_NO_ERROR ||
                     code == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS;  // another worker was faster
  if (!there) {
    return error{error_code::system_failure,
                 "cannot create topic " + topic + ": " + why + "; create it by hand"};
  }
  return std::nullopt;
}

std::optional<topic_settings> topic_desk::settings(const std::string& topic) {
  const described asked(rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic.c_str()));
  const kafka_queue answers(rd_kafka_queue_new(client_.get()));
  std::array topics{asked.get()};
  rd_kafka_DescribeConfigs(client_.get(), topics.data(), topics.size(), nullptr, answers.get());
  const answer came(rd_kafka_queue_poll(answers.get(), as_wait(answer_patience)));
  const auto* const found = rd_kafka_event_DescribeConfigs_result(came.get());
  std::size_t count = 0;
  const auto** const each =
      found == nullptr ? nullptr : rd_kafka_DescribeConfigs_result_resources(found, &count);
  if (count == 0) return std::nullopt;
  const auto** const entries = rd_kafka_ConfigResource_configs(each[0], &count);
  if (count == 0) return std::nullopt;
  topic_settings all;
  for (const auto* entry : std::span(entries, count)) {
    const char* const value = rd_kafka_ConfigEntry_value(entry);
    if (value != nullptr) note(rd_kafka_ConfigEntry_name(entry), value, all);
  }
  return all;
}

std::string topic_desk::cluster() {
  const std::unique_ptr<char, decltype(&std::free)> name(
      rd_kafka_clusterid(client_.get(), as_wait(answer_patience)), std::free);
  return name ? name.get() : "";
}

/// rd_kafka_query_watermark_offsets() would do all of this, but waits without end for a leader that
/// is gone. To know who leads now it has to be asked for first.
result<partition_ends> topic_desk::ends(const std::string& topic, std::int32_t partition,
                                        std::chrono::milliseconds wait) {
  const kafka_topic asked(rd_kafka_topic_new(client_.get(), topic.c_str(), nullptr));
  const struct rd_kafka_metadata* found = nullptr;
  auto code = rd_kafka_metadata(client_.get(), 0, asked.get(), &found, as_wait(wait));
  const metadata owned(found);
  partition_ends all;
  for (auto& [which, place] : {std::pair(RD_KAFKA_OFFSET_BEGINNING, &all.first),
                               std::pair(RD_KAFKA_OFFSET_END, &all.next)}) {
    partition_list end;
    end.add(topic, partition, which);
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR) {
      code = rd_kafka_offsets_for_times(client_.get(), end.get(), as_wait(wait));
    }
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR) code = end.front().err;
    *place = end.front().offset;
  }
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR && all.first >= 0 && all.next >= 0) return all;
  if (auto refused = refusal(code, "topic " + topic)) return *refused;
  return error{error_code::no_answer,
               "partition " + std::to_string(partition) + " of " + topic + ": " + in_words(code)};
}

}  // namespace sluice
