#include "commands.hpp"

#include "dedup.hpp"
#include "kafka.hpp"
#include "member.hpp"
#include "plan.hpp"
#include "state.hpp"

namespace sluice::cli {

std::vector<std::unique_ptr<command>> all_commands() {
  std::vector<std::unique_ptr<command>> commands;
  commands.push_back(std::make_unique<dedup>());
  commands.push_back(std::make_unique<plan_command>());
  commands.push_back(std::make_unique<member>());
  commands.push_back(std::make_unique<state_command>());
  commands.push_back(std::make_unique<kafka_command>());
  return commands;
}

}  // namespace sluice::cli
