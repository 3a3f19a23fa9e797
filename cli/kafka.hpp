#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audit_options.hpp"
#include "command.hpp"
#include "filter_options.hpp"
#include "kafka/worker.hpp"
#include "kafka/worker_slot.hpp"

namespace sluice::cli {

/// Between two Kafka topics: each record once, exactly once.
class kafka_command final : public command {
 public:
  description about() const override;
  std::vector<option> options() override;
  std::optional<error> check() override;
  std::optional<error> run() override;
  int stopped_by() const override { return stopped_by_; }

 private:
  std::vector<option> topic_options();
  std::vector<option> running_options();
  std::vector<option> telling_options();

  std::optional<error> check_topics(topic_desk& desk, std::int32_t& partitions);
  std::optional<error> settle(std::int32_t partitions);
  std::optional<error> name_worker();
  state_wish state_asked() const;
  std::optional<error> work(topic_desk& desk);
  std::optional<error> end(const worker_figures& found);
  void tell(const worker_figures& now, bool in_full);
  void tell_lanes(const worker_figures& now);

  filter_options filter_;
  audit_options audit_;
  worker_wish worker_{.connection = {},
                      .from = {},
                      .to = {},
                      .id = {},
                      .lanes = {},
                      .transaction = {{}, 0.5},
                      .checkpoint = {{}, 300}};
  std::string key_ = "key";
  std::string folder_;
  bool create_ = false;
  event_log::form form_ = event_log::form::lines;
  std::optional<std::string> stats_;
  bool quiet_ = false;

  std::unique_ptr<event_log> log_;
  std::optional<worker_slot> slot_;
  worker_figures told_;
  int stopped_by_ = 0;
};

}  // namespace sluice::cli
