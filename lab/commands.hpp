#pragma once

namespace CLI {
class App;
}

namespace sluice::lab {

// Each adds a subcommand, which leaves the exit status behind when it has run.
void add_generate(CLI::App& app, int& status);
void add_list(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);

}  // namespace sluice::lab
