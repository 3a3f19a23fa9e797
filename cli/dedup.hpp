#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "audit_options.hpp"
#include "command.hpp"
#include "filter_options.hpp"
#include "running/passage.hpp"
#include "sluice/catalog.hpp"
#include "state_options.hpp"
#include "stream_options.hpp"

namespace sluice::cli {

/// The main job: each record once.
class dedup final : public command {
 public:
  dedup();

  description about() const override;
  std::vector<option> options() override;
  void take_arguments(const std::vector<std::string>& arguments) override;
  std::optional<error> check() override;
  std::optional<error> run() override;
  int stopped_by() const override { return stopped_by_; }

 private:
  std::vector<option> output_options();

  std::optional<error> begin();
  std::optional<error> continue_from(const state_file& file);
  std::vector<companion> companions();
  state_wish state_asked() const;
  std::optional<error> run_with(std::optional<std::uint64_t> size);
  void tell_audit(const audit_figures& found) const;
  void tell_limit(const std::string& sentence) const;

  filter_options filter_;
  record_options records_;
  audit_options audit_;
  passage_wish passage_;
  bool repeats_ = false;
  bool mark_ = false;
  delivery_options delivery_;
  bool keyed_ = false;

  std::optional<plan> plan_;  // made by check()

  state_options state_;
  std::unique_ptr<state_keeper> keeper_;
  run_state run_;
  std::unique_ptr<filter> judge_;
  hash_identity hash_;
  std::unique_ptr<live_audit> live_audit_;
  bool continues_ = false;
  int stopped_by_ = 0;
};

}  // namespace sluice::cli
