#pragma once

#include <fmt/format.h>

#include <string>

namespace CLI {
class App;
}

namespace sluice::lab {

/// Says why and gives the exit status.
inline int fail(const std::string& message, int status = 1) {
  fmt::print(stderr, "sluice-lab: {}\n", message);
  return status;
}

// Each adds a subcommand, which leaves the exit status behind when it has run.
void add_generate(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);

}  // namespace sluice::lab
