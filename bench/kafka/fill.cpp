// Fills a topic quickly: bench-kafka-fill BROKERS TOPIC PARTITIONS MESSAGES REPEATS VALUE_BYTES.
// A key is a number as text, and copies of it are in one partition.

#include <librdkafka/rdkafka.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "sluice/dice.hpp"

namespace {

int fail(const std::string& why) {
  std::fprintf(stderr, "bench-kafka-fill: %s\n", why.c_str());
  return EXIT_FAILURE;
}

rd_kafka_t* producer_to(const char* brokers) {
  rd_kafka_conf_t* const settings = rd_kafka_conf_new();
  const auto set = [&](const char* name, const char* value) {
    rd_kafka_conf_set(settings, name, value, nullptr, 0);
  };
  set("bootstrap.servers", brokers);
  set("linger.ms", "20");
  set("batch.num.messages", "10000");
  set("queue.buffering.max.messages", "1000000");
  return rd_kafka_new(RD_KAFKA_PRODUCER, settings, nullptr, 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) return fail("BROKERS TOPIC PARTITIONS MESSAGES REPEATS VALUE_BYTES");
  const auto partitions = std::strtoull(argv[3], nullptr, 10);
  const auto messages = std::strtoull(argv[4], nullptr, 10);
  const double repeats = std::strtod(argv[5], nullptr);
  std::string value(std::strtoull(argv[6], nullptr, 10), 'v');
  rd_kafka_t* const producer = producer_to(argv[1]);
  if (producer == nullptr) return fail("cannot make a producer");
  rd_kafka_topic_t* const topic = rd_kafka_topic_new(producer, argv[2], nullptr);
  std::uint64_t keys = 0;
  for (std::uint64_t i = 0; i < messages; ++i) {
    sluice::dice roll(1, i);
    const bool again = keys > 0 && static_cast<double>(roll.word() >> 11) * 0x1p-53 < repeats;
    const std::uint64_t number = again ? roll.word() % keys : keys++;
    const std::string key = std::to_string(number);
    const auto partition = static_cast<std::int32_t>(sluice::dice(2, number).word() % partitions);
    while (rd_kafka_produce(topic, partition, RD_KAFKA_MSG_F_COPY, value.data(), value.size(),
                            key.data(), key.size(), nullptr) != 0) {
      if (rd_kafka_last_error() != RD_KAFKA_RESP_ERR__QUEUE_FULL) return fail("cannot write");
      rd_kafka_poll(producer, 50);
    }
    if (i % 1000 == 0) rd_kafka_poll(producer, 0);
  }
  constexpr int patience = 120'000;
  if (rd_kafka_flush(producer, patience) != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return fail("not all messages went out");
  }
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(producer);
  return EXIT_SUCCESS;
}
