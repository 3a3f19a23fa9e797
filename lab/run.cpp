// sluice-lab list and run.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "commands.hpp"
#include "options.hpp"
#include "runner.hpp"
#include "telling.hpp"

namespace sluice::lab {
namespace {

struct run_command {
  std::vector<std::string> ids;
  std::string scale = "1/50";
  std::uint64_t seed = 1;
  std::string out = "lab-results";
  unsigned threads = 0;
  bool progress = false;
};

constexpr int wrong_usage = 2;

int list() {
  for (const experiment& each : all_experiments()) {
    fmt::print("{:<22}{}; {}\n", each.id, each.place, each.title);
  }
  return 0;
}

/// Prints what the finished experiments among the chosen have to say.
void tell(const std::vector<const experiment*>& chosen, const setting& at, const results& known) {
  bool first = true;
  for (const experiment* each : chosen) {
    const auto cells = cells_of(*each, at, known);
    if (!cells) continue;
    fmt::print("{}{}", first ? "" : "\n", as_text(*each, each->tell(at, *cells)));
    first = false;
  }
}

int run(const run_command& asked) {
  const auto scale = scale_from(asked.scale);
  if (!scale) return fail(scale.failure().message, wrong_usage);
  const auto chosen = experiments_named(asked.ids);
  if (!chosen) return fail(chosen.failure().message, wrong_usage);
  const auto known = results::open(asked.out);
  if (!known) return fail(known.failure().message);
  const run_options options{.at = {.scale = *scale, .seed = asked.seed},
                            .threads = asked.threads,
                            .progress = asked.progress || isatty(STDERR_FILENO) == 1};
  const auto end = run_cells(*chosen, options, **known);
  if (!end) return fail(end.failure().message);
  tell(*chosen, options.at, **known);
  if (*end == run_end::finished) return 0;
  return fail("stopped; the same command goes on from here");
}

}  // namespace

void add_list(CLI::App& app, int& status) {
  app.add_subcommand("list", "all experiments: id, place in the paper, title")->callback([&status] {
    status = list();
  });
}

void add_run(CLI::App& app, int& status) {
  auto asked = std::make_shared<run_command>();
  CLI::App* const command =
      app.add_subcommand("run", "run experiments and hold them against the papers");
  command->add_option("id", asked->ids, "ids from sluice-lab list, or all")->required();
  command
      ->add_option("--scale", asked->scale,
                   "size of the large streams, and of memory with them: 1, 1/50, 0.02")
      ->capture_default_str();
  command->add_option("--seed", asked->seed, "the same seed gives the same figures")
      ->capture_default_str();
  command->add_option("--out", asked->out, "the folder that keeps what is finished")
      ->capture_default_str();
  command->add_option("--threads", asked->threads, "cells side by side; 0: one a core")
      ->capture_default_str();
  command->add_flag("--progress", asked->progress, "say how far it is, also where nobody watches");
  command->callback([asked, &status] { status = run(*asked); });
}

}  // namespace sluice::lab
