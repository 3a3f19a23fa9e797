#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "kafka/connection.hpp"
#include "kafka/handles.hpp"

namespace sluice {

/// Where a partition begins and ends: offsets, and what is not committed counts.
struct partition_ends {
  std::int64_t first = 0;
  std::int64_t next = 0;  ///< behind the last message
};

/// How a topic keeps what it is given.
struct topic_settings {
  std::uint64_t largest_batch = UINT64_MAX;  ///< bytes that it takes at once
  bool is_compacted = false;                 ///< older records of a key are deleted
  bool stamps_anew = false;                  ///< with the time of writing
};

/// Looks at topics from outside.
class topic_desk final : public kafka_listener {
 public:
  static result<std::unique_ptr<topic_desk>> open(const kafka_connection& to, event_log& log);

  /// The number of its partitions; nothing where there is no such topic.
  result<std::optional<std::int32_t>> partitions(const std::string& topic);

  /// Makes a topic as another one is: so many partitions, as many copies of each.
  std::optional<error> create(const std::string& topic, const std::string& like);

  /// Nothing where we may not know.
  std::optional<topic_settings> settings(const std::string& topic);

  /// The name that the cluster has given itself.
  std::string cluster();

  result<partition_ends> ends(const std::string& topic, std::int32_t partition,
                              std::chrono::milliseconds patience);

 private:
  struct shape {
    std::int32_t partitions = 0;
    std::int32_t copies = 0;
  };

  explicit topic_desk(kafka_connection to, event_log& out)
      : kafka_listener(out), to_(std::move(to)) {}
  result<std::optional<shape>> look_at(const std::string& topic);

  kafka_connection to_;
  kafka_client client_;
};

}  // namespace sluice
