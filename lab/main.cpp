// sluice-lab: streams to try the filters on, and the papers' tables and figures again.

#include <CLI/CLI.hpp>

#include "commands.hpp"

int main(int argc, char** argv) {
  CLI::App app("Streams to try sluice on, and the papers' experiments.", "sluice-lab");
  app.require_subcommand(1);
  int status = 0;
  sluice::lab::add_generate(app, status);
  sluice::lab::add_list(app, status);
  sluice::lab::add_run(app, status);
  sluice::lab::add_report(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;  // help was asked for, or the usage is wrong
  }
  return status;
}
