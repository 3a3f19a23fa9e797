// sluice: lets each record of a stream through once, in memory that never grows.

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "commands.hpp"
#include "help.hpp"
#include "parse.hpp"
#include "signals.hpp"

namespace {

using namespace sluice;

constexpr int failed = 1;
constexpr int wrong_usage = 2;
constexpr int too_many_errors = 3;

int complain(const std::string& sentence, int status) {
  std::fprintf(stderr, "sluice: %s\n", sentence.c_str());
  return status;
}

int say(const std::string& text) {
  const bool written = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
  return written || errno == EPIPE
             ? 0
             : complain("cannot write to standard output; check where it goes", failed);
}

}  // namespace

int main(int argc, char** argv) {
  for (const int each : {SIGPIPE, SIGXFSZ}) std::signal(each, SIG_IGN);  // writing says so, too
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto commands = cli::all_commands();
  const auto others = std::span(commands).subspan(1);
  const auto named = std::find_if(others.begin(), others.end(), [&](const auto& each) {
    return !words.empty() && words.front() == each->about().name;
  });
  const bool is_main_job = named == others.end();
  if (!is_main_job) words.erase(words.begin());
  cli::command& chosen = is_main_job ? *commands.front() : **named;

  const auto request = cli::parse(chosen, std::move(words));
  if (!request) return complain(request.failure().message, wrong_usage);
  if (*request == cli::request::version) return say("sluice " SLUICE_VERSION "\n");
  if (*request == cli::request::help) {
    return say(cli::help(chosen, is_main_job ? others : others.first(0)));
  }
  const auto failure = chosen.run();
  if (failure) {
    const bool by_limit = failure->code == error_code::too_many_errors;
    return complain(failure->message, by_limit ? too_many_errors : failed);
  }
  if (chosen.stopped_by() != 0) cli::end_by_signal(chosen.stopped_by());
  return 0;
}
