#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "oracles/opening.hpp"
#include "running/passage.hpp"
#include "sluice/membership/catalog.hpp"
#include "sluice/membership/inquiry.hpp"
#include "state_options.hpp"
#include "stream_options.hpp"

namespace sluice::cli {

/// Which records are in a set that a costly oracle knows?
class member final : public command {
 public:
  member();

  description about() const override;
  std::vector<option> options() override;
  void take_arguments(const std::vector<std::string>& arguments) override;
  std::optional<error> check() override;
  std::optional<error> run() override;
  int stopped_by() const override { return stopped_by_; }

 private:
  std::vector<option> set_options();
  std::vector<option> memory_options();
  std::vector<option> output_options();

  std::optional<error> check_preloading() const;
  std::optional<error> load(listed_set& set);
  bool continues() const { return file_ && file_->exists(); }
  std::optional<error> begin(const opened_oracle& truth, oracle& asked);
  std::optional<error> continue_from(oracle& asked);
  std::vector<companion> companions();
  state_wish state_asked() const;
  std::optional<error> run_with(const opened_oracle& truth, std::optional<std::uint64_t> size);

  std::string set_;
  double timeout_ = 30;
  double audited_ = 1e-3;
  std::string algorithm_;
  wish wish_;
  record_options records_;
  passage_wish passage_;
  std::string keep_ = "members";
  bool mark_ = false;
  delivery_options delivery_;
  bool keyed_ = false;

  state_options state_;
  std::optional<state_file> file_;
  std::unique_ptr<answer_memory> memory_;
  std::optional<inquiry> questions_;
  hash_identity hash_;
  run_state run_;
  int stopped_by_ = 0;

  // Made by check().
  oracle_address address_;
  std::optional<memory_plan> plan_;
};

}  // namespace sluice::cli
