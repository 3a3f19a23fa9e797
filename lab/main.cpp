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
  CLI11_PARSE(app, argc, argv);
  return status;
}
