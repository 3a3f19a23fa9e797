#include "kafka/output_reader.hpp"

#include <array>
#include <span>
#include <utility>

namespace sluice {

result<std::unique_ptr<output_reader>> output_reader::open(const kafka_connection& to,
                                                           const std::string& topic,
                                                           event_log& log) {
  std::unique_ptr<output_reader> made(new output_reader(topic, log));
  const setting_list own{{"group.id", to.group},
                         {"isolation.level", "read_committed"},
                         {"enable.auto.commit", "false"},
                         {"enable.partition.eof", "true"},
                         {"auto.offset.reset", "earliest"}};
  // At the end of a partition nobody is to wait for more.
  const setting_list usual{{"fetch.wait.max.ms", "10"}, {"queued.min.messages", "500000"}};
  auto client = connect(RD_KAFKA_CONSUMER, to, own, usual, *made);
  if (!client) return client.failure();
  made->client_ = *std::move(client);
  made->queue_.reset(rd_kafka_queue_get_consumer(made->client_.get()));
  return made;
}

std::optional<error> output_reader::begin(std::int32_t partition, std::int64_t from,
                                          std::int64_t to) {
  partition_ = partition;
  next_ = from;
  end_ = to;
  waits_ = false;
  if (next_ >= end_) return std::nullopt;
  partition_list wanted;
  wanted.add(topic_, partition, from);
  const auto code = rd_kafka_assign(client_.get(), wanted.get());
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return std::nullopt;
  return error{error_code::system_failure, "cannot read " + topic_ + ": " + in_words(code)};
}

/// What ends a partition for readers of what is committed is the first open transaction. Behind
/// that it goes on by itself, markers of transactions included.
result<bool> output_reader::advance(std::chrono::milliseconds span, const take& each) {
  constexpr std::size_t at_once = 4096;
  std::array<rd_kafka_message_t*, at_once> batch{};
  const auto until = std::chrono::steady_clock::now() + span;
  while (next_ < end_ && std::chrono::steady_clock::now() < until) {
    const auto count = rd_kafka_consume_batch_queue(queue_.get(), 20, batch.data(), batch.size());
    for (rd_kafka_message_t* raw :
         std::span(batch).first(static_cast<std::size_t>(std::max<ssize_t>(count, 0)))) {
      const kafka_message message(raw);
      if (auto failure = look_at(*message, each)) return *failure;
    }
  }
  return next_ >= end_;
}

std::optional<error> output_reader::look_at(const rd_kafka_message_t& message, const take& each) {
  if (message.partition != partition_) return std::nullopt;  // left from another one
  if (message.err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
    next_ = std::max(next_, message.offset);
    waits_ = next_ < end_;
    return std::nullopt;
  }
  if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR) return refusal(message.err, "reading " + topic_);
  if (message.offset < next_) return std::nullopt;
  waits_ = false;
  next_ = message.offset + 1;
  each(message);
  return std::nullopt;
}

void output_reader::end() {
  rd_kafka_assign(client_.get(), nullptr);
}

}  // namespace sluice
