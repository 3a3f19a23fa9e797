// sluice-lab: streams to try the filters on.

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include "streams/calls.hpp"

namespace {

struct generation {
  std::uint64_t records = 1000000;
  double repeats = 0.3;
  std::uint64_t seed = 1;
};

/// Writes all of it or says why not.
bool write_out(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return true;
  if (errno != EPIPE) {
    std::fprintf(stderr, "sluice-lab: cannot write to standard output: %s\n", std::strerror(errno));
  }
  return false;
}

int generate_calls(const generation& wanted) {
  sluice::lab::call_stream stream(wanted.repeats, wanted.seed);
  std::string text;
  for (std::uint64_t i = 0; i < wanted.records; ++i) {
    stream.write(stream.next().key, text);
    if (text.size() < (1 << 16)) continue;
    if (!write_out(text)) return 1;
    text.clear();
  }
  return write_out(text) && std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Streams to try sluice on.", "sluice-lab");
  app.require_subcommand(1);

  generation wanted;
  CLI::App* const generate = app.add_subcommand("generate", "write a stream to standard output");
  generate->require_subcommand(1);
  CLI::App* const calls = generate->add_subcommand("calls", "call records, some sent again");
  calls->add_option("--records", wanted.records, "how many records")->capture_default_str();
  calls->add_option("--repeats", wanted.repeats, "the share that was sent before")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  calls->add_option("--seed", wanted.seed, "the same seed gives the same stream")
      ->capture_default_str();

  CLI11_PARSE(app, argc, argv);
  return generate_calls(wanted);
}
