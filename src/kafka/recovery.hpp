#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "kafka/lane.hpp"
#include "kafka/message_key.hpp"
#include "kafka/output_reader.hpp"
#include "kafka/topics.hpp"

namespace sluice {

/// What a recovery works with.
struct recovery_tools {
  rd_kafka_t* consumer;  ///< of the group
  std::string from;
  std::string to;
  topic_desk& desk;
  output_reader& output;
  message_key& key;
  digester hash;
  event_log& log;
  bool fails_at_gap;
  bool begins_at_end;  ///< where the group has not begun yet
  bool input_only;     ///< there is no filter that would have to know the output
};

/// Brings a lane to where its partition stands: finds out up to where the input is done, loads the
/// snapshot if one fits, and has the filter learn the output behind it. The order matters: once the
/// group's offset is known to be final, all output that belongs to it lies before the output's end.
///
/// Goes in small steps, so that the worker can tend to its group meanwhile.
class recovery {
 public:
  recovery(lane& of, recovery_tools& with) : lane_(of), with_(with) {}

  std::int32_t partition() const noexcept { return lane_.partition(); }

  /// Works for about that long; true when the lane may go on.
  result<bool> advance(std::chrono::milliseconds span);

 private:
  using clock = std::chrono::steady_clock;
  enum class stage { asks_group, asks_input, waits_for_file, asks_output, reads, done };

  result<bool> ask_group();
  result<bool> ask_input();
  result<bool> wait_for_file();
  std::optional<error> load();
  result<bool> ask_output();
  std::optional<error> place_in(const partition_ends& input);
  bool waits_for(const error& failure);
  result<bool> read(std::chrono::milliseconds span);
  std::optional<error> gap(const std::string& what);
  void learn(const rd_kafka_message_t& message);
  void tell_progress();
  void tell_end();
  std::string place() const;

  lane& lane_;
  recovery_tools& with_;
  stage stage_ = stage::asks_group;
  clock::time_point began_ = clock::now();
  clock::time_point told_ = clock::now();
  bool loaded_ = false;
  std::int64_t first_ = 0;  // of the output that is read
  std::int64_t next_ = 0;   // behind it
  std::uint64_t learned_ = 0;
};

}  // namespace sluice
