#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kafka/lane.hpp"
#include "kafka/message_key.hpp"
#include "kafka/outflow.hpp"
#include "kafka/output_reader.hpp"
#include "kafka/recovery.hpp"
#include "kafka/spread.hpp"
#include "kafka/topics.hpp"
#include "kafka/transaction.hpp"
#include "units.hpp"

namespace sluice {

/// What a worker is to do.
struct worker_wish {
  kafka_connection connection;
  std::string from;
  std::string to;
  std::string id;               ///< that its transactions go by
  std::int32_t partitions = 0;  ///< of both topics
  lane_wish lanes;
  span_of_stream transaction{};  ///< how long one lasts
  span_of_stream checkpoint{};   ///< how often a partition's snapshot is saved
  double report_seconds = 10;    ///< how often the figures are told
  bool fails_at_gap = false;
  bool until_end = false;
  bool copies = false;  ///< the filter is switched off
  bool drops_keyless = false;
  bool must_have_key = false;
  std::optional<std::uint64_t> largest_batch{};  ///< that the topic takes
};

/// How one partition stands.
struct lane_figures {
  std::int32_t partition = 0;
  totals counts;
  std::optional<std::int64_t> lag{};  ///< records that wait
  double fill = 0;
  bool is_ready = false;
  std::optional<audit_figures> audit{};
};

/// How the work stands.
struct worker_figures {
  double seconds = 0;
  totals all;  ///< of partitions given away, too
  std::uint64_t transactions = 0;
  std::uint64_t aborted = 0;
  std::uint64_t seen_again = 0;      ///< sampled keys
  std::uint64_t seen_elsewhere = 0;  ///< of these, in another partition
  std::vector<lane_figures> lanes;
};

/// One of a group of workers between two topics: reads the partitions that the group gives it, lets
/// each key through once, and writes what passes to the same partition of the other topic.
///
/// Everything is done in transactions, by one thread. What a transaction lets through, the offsets
/// up to which the input is done, and what the filters learn become true together or not at all.
class worker final : public kafka_listener {
 public:
  /// What the worker is told from outside, asked all the time.
  struct outside {
    std::function<std::optional<std::chrono::steady_clock::time_point>()> told_to_end;
    std::function<bool()> wants_figures;
    std::function<void(const worker_figures&, bool asked)> tell;
  };

  worker(worker_wish wanted, message_key key, topic_desk& desk, event_log& log, outside told);
  ~worker() override;

  /// Works until it is told to end, or fails.
  std::optional<error> run();

  worker_figures figures() const;

  void on_rebalance(rd_kafka_resp_err_t what, rd_kafka_topic_partition_list_t* given) override;

 private:
  using clock = std::chrono::steady_clock;

  /// How far a partition has come to us.
  enum class stage {
    away,     ///< not ours; its lane may rest here in case that it comes back
    coming,   ///< given by the group; its lane finds out where it stands
    reading,  ///< the lane takes what comes
  };

  struct place {
    std::unique_ptr<lane> at{};
    stage is = stage::away;
    bool is_at_end = false;  ///< all that there is was read
  };

  std::optional<error> open();
  std::optional<error> open_producer(std::chrono::seconds patience);
  void work();
  void end();
  void begin_to_end(clock::time_point since);
  bool is_to_end();
  bool may_wait();

  // reading
  void read(std::chrono::milliseconds patience);
  void take(kafka_message message);
  void take_event(const rd_kafka_message_t& message);
  bool make_room_for(place& here, const rd_kafka_message_t& message);
  bool lets_through(lane& by, const rd_kafka_message_t& message);
  std::chrono::milliseconds patience() const;

  // transactions
  bool is_full() const;
  bool is_due() const;
  void finish_transaction();
  step try_to_commit();
  step try_to_abort(const std::string& why);
  void give_up_transaction(const std::string& why);
  void set_back();
  void start_over(const std::string& why);

  // partitions
  void given(const rd_kafka_topic_partition_list_t& now);
  void taken_away();
  void recover_a_little();
  void begin_reading(place& ready);
  bool goes_to(place& ready);
  bool assign_again(const place& ready);
  void find_place_again(place& lost);
  void let_go(place& from);
  void save_if_due();
  void save(lane& which);
  bool is_at_end() const;

  void tell_if_due();
  bool keep(std::optional<error> failure);
  bool ends() const { return failure_.has_value() || ends_; }

  worker_wish wanted_;
  message_key key_;
  digester hash_;
  topic_desk& desk_;
  outside outside_;

  std::map<std::int32_t, place> places_;
  transaction open_;              // before the producer, which may look at its messages
  clock::time_point not_before_;  // the next try to commit
  clock::time_point last_reopening_;
  unsigned quick_reopenings_ = 0;

  outflow out_;
  std::unique_ptr<output_reader> output_;
  kafka_client consumer_;
  group_standing standing_;  // as of the last assignment: whoever is left behind cannot commit
  std::optional<recovery_tools> tools_;
  std::optional<recovery> recovery_;
  unsigned seeks_ = 0;  // that failed, one after the other

  key_spread spread_;
  bool told_of_spread_ = false;
  totals given_away_;
  std::uint64_t transactions_ = 0;
  std::uint64_t aborted_ = 0;
  clock::time_point began_ = clock::now();
  clock::time_point told_ = clock::now();
  bool was_given_ = false;  // ever
  bool ends_ = false;
  clock::time_point end_by_;    // commits until then
  clock::time_point close_by_;  // leaves the group until then
  std::optional<error> failure_;
  std::optional<worker_figures> last_;  // when it ended
};

}  // namespace sluice
