#pragma once

#include <librdkafka/rdkafka.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

// What librdkafka hands out, with an end of its own.

namespace sluice {

template <auto Destroy>
struct destroyed_by {
  template <class T>
  void operator()(T* thing) const noexcept {
    Destroy(thing);
  }
};

/// Consumers that belong to a group leave it before, by rd_kafka_consumer_close(): not here, where
/// it could take for ever.
inline void destroy_at_once(rd_kafka_t* client) noexcept {
  rd_kafka_destroy_flags(client, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
}

using kafka_client = std::unique_ptr<rd_kafka_t, destroyed_by<destroy_at_once>>;
using kafka_settings = std::unique_ptr<rd_kafka_conf_t, destroyed_by<rd_kafka_conf_destroy>>;
using kafka_topic = std::unique_ptr<rd_kafka_topic_t, destroyed_by<rd_kafka_topic_destroy>>;
using kafka_queue = std::unique_ptr<rd_kafka_queue_t, destroyed_by<rd_kafka_queue_destroy>>;
using kafka_message = std::unique_ptr<rd_kafka_message_t, destroyed_by<rd_kafka_message_destroy>>;
using kafka_failure = std::unique_ptr<rd_kafka_error_t, destroyed_by<rd_kafka_error_destroy>>;
using group_standing = std::unique_ptr<rd_kafka_consumer_group_metadata_t,
                                       destroyed_by<rd_kafka_consumer_group_metadata_destroy>>;

class partition_list {
 public:
  partition_list() : list_(rd_kafka_topic_partition_list_new(8)) {}

  void add(const std::string& topic, std::int32_t partition,
           std::int64_t offset = RD_KAFKA_OFFSET_INVALID) {
    rd_kafka_topic_partition_list_add(list_.get(), topic.c_str(), partition)->offset = offset;
  }

  rd_kafka_topic_partition_list_t* get() const noexcept { return list_.get(); }
  const rd_kafka_topic_partition_t& front() const noexcept { return list_->elems[0]; }
  bool empty() const noexcept { return list_->cnt == 0; }

 private:
  std::unique_ptr<rd_kafka_topic_partition_list_t,
                  destroyed_by<rd_kafka_topic_partition_list_destroy>>
      list_;
};

/// For calls that wait.
inline int as_wait(std::chrono::milliseconds span) noexcept {
  return static_cast<int>(span.count());
}

}  // namespace sluice
