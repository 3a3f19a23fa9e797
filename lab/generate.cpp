// sluice-lab generate: each stream as records for any other tool.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <stdexcept>

#include "commands.hpp"
#include "records/kinds.hpp"
#include "records/writer.hpp"
#include "streams/bursts.hpp"
#include "streams/calls.hpp"
#include "streams/clicks.hpp"
#include "streams/crawl.hpp"
#include "streams/gaps.hpp"
#include "streams/uniform.hpp"
#include "streams/zipf.hpp"

namespace sluice::lab {
namespace {

struct generation {
  std::uint64_t records = 1000000;
  double repeats = 0.3;
  std::uint64_t seed = 1;
  record_format format = record_format::lines;
  std::uint64_t universe = 0;  // 0: as many keys as give the wanted share of repeats
  double exponent = 1;
  double mean = 10000;
  double longest = 1000000;
  double bias = 0.7;
  std::uint64_t levels = 1;
  click_stream::shape clicks{};
};

template <class Kind, class Stream>
std::optional<error> written(Stream stream, const generation& wanted) {
  return record_writer<Kind>(wanted.format, wanted.seed).write(stream, wanted.records);
}

/// Streams that remember what they drew only where the truth is asked for.
template <class Keys, class Stream, class... Arguments>
std::optional<error> drawn(const generation& wanted, Arguments... arguments) {
  if (wanted.format == record_format::truth) {
    return written<numbered_record>(Stream(arguments..., wanted.seed), wanted);
  }
  return written<numbered_record>(Keys(arguments..., wanted.seed), wanted);
}

std::optional<error> uniform(const generation& wanted) {
  const std::uint64_t universe =
      wanted.universe > 0 ? wanted.universe : universe_for(wanted.records, 1 - wanted.repeats);
  return drawn<uniform_keys, uniform_stream>(wanted, universe);
}

std::optional<error> zipf(const generation& wanted) {
  const std::uint64_t universe = wanted.universe > 0 ? wanted.universe : 1000000000;
  return drawn<zipf_keys, zipf_stream>(wanted, universe, wanted.exponent);
}

std::optional<error> bursts(const generation& wanted) {
  const burst_stream::shape shape{wanted.repeats, wanted.bias, wanted.levels, wanted.mean,
                                  wanted.records};
  if (burst_stream::possible(shape)) {
    return written<numbered_record>(burst_stream(shape, wanted.seed), wanted);
  }
  return error{error_code::impossible_wish,
               fmt::format("a share of {} cannot be halved {} times with a bias of {}: the first "
                           "stretch would need more records than it has; at most {} levels can be",
                           wanted.repeats, wanted.levels, wanted.bias,
                           burst_stream::most_levels(wanted.repeats, wanted.bias))};
}

std::optional<error> poisson(const generation& wanted) {
  generation even = wanted;
  even.bias = 0.5;
  even.levels = 0;
  return bursts(even);
}

std::optional<error> exponential(const generation& wanted) {
  return written<numbered_record>(
      gap_stream(exponential_gaps(wanted.mean), wanted.repeats, 20 * wanted.mean, wanted.seed),
      wanted);
}

std::optional<error> log_uniform(const generation& wanted) {
  return written<numbered_record>(
      gap_stream(log_uniform_gaps(1, wanted.longest), wanted.repeats, wanted.longest, wanted.seed),
      wanted);
}

std::optional<error> calls(const generation& wanted) {
  return written<call_record>(call_stream(wanted.repeats, wanted.seed), wanted);
}

std::optional<error> clicks(const generation& wanted) {
  return written<click_record>(click_stream(wanted.clicks, wanted.seed), wanted);
}

std::optional<error> urls(const generation& wanted) {
  if (wanted.records > crawl_stream::most_records) {
    return error{error_code::impossible_wish,
                 fmt::format("a crawl has at most {} records, not {}; ask for fewer",
                             crawl_stream::most_records, wanted.records)};
  }
  return written<url_record>(crawl_stream(wanted.records, wanted.seed), wanted);
}

/// Some streams need memory that grows with what was asked for.
std::optional<error> generated(const generation& wanted,
                               std::optional<error> (*generate)(const generation&)) {
  const error too_large{error_code::out_of_memory,
                        "the system does not give the memory for this stream; ask for fewer "
                        "records, fewer keys or shorter gaps"};
  try {
    return generate(wanted);
  } catch (const std::bad_alloc&) {
    return too_large;
  } catch (const std::length_error&) {
    return too_large;
  }
}

/// Adds the stream `name` with the options that all streams have.
CLI::App& add_stream(CLI::App& app, int& status, const std::shared_ptr<generation>& wanted,
                     const char* name, const char* summary,
                     std::optional<error> (*generate)(const generation&)) {
  static const std::map<std::string, record_format> formats{{"lines", record_format::lines},
                                                            {"csv", record_format::csv},
                                                            {"jsonl", record_format::jsonl},
                                                            {"binary", record_format::binary},
                                                            {"truth", record_format::truth}};
  CLI::App& stream = *app.add_subcommand(name, summary);
  stream.add_option("--records", wanted->records, "how many records")->capture_default_str();
  stream.add_option("--seed", wanted->seed, "the same seed gives the same stream")
      ->capture_default_str();
  stream
      .add_option("--format", wanted->format,
                  "lines, csv with a header, jsonl, binary (8 bytes a key, no more), or truth: "
                  "fresh or repeat for each record")
      ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case).description(""))
      ->default_str("lines");
  stream.callback([=, &status] {
    const auto problem = generated(*wanted, generate);
    if (problem) fmt::print(stderr, "sluice-lab: {}\n", problem->message);
    status = problem ? 1 : 0;
  });
  return stream;
}

}  // namespace

void add_generate(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand("generate", "write a stream to standard output");
  command.require_subcommand(1);
  const auto wanted = std::make_shared<generation>();
  const auto add = [&](const char* name, const char* summary, auto* generate) -> CLI::App& {
    return add_stream(command, status, wanted, name, summary, generate);
  };
  const auto add_repeats = [&](CLI::App& stream, const char* meaning) {
    stream.add_option("--repeats", wanted->repeats, meaning)
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
  };
  const auto add_number = [](CLI::App& stream, const char* name, auto& value, const char* meaning) {
    stream.add_option(name, value, meaning)->check(CLI::PositiveNumber)->capture_default_str();
  };

  CLI::App& even = add("uniform", "keys drawn evenly from a universe", uniform);
  even.add_option("--universe", wanted->universe, "how many keys there are to draw from");
  add_repeats(even, "without --universe: the share that came before");

  CLI::App& skewed = add("zipf", "keys by their rank, the first most often", zipf);
  skewed.add_option("--universe", wanted->universe, "how many keys there are; default 1000000000");
  add_number(skewed, "--exponent", wanted->exponent, "more than 0; the larger the more skewed");

  CLI::App& arrivals = add("poisson", "fresh keys, and frequent ones at any time", poisson);
  add_repeats(arrivals, "the share of frequent keys");
  add_number(arrivals, "--mean", wanted->mean, "of the exponential distribution of frequent keys");

  CLI::App& bursty = add("bursts", "the same in bursts: the b-model", bursts);
  add_repeats(bursty, "the share of frequent keys (v)");
  add_number(bursty, "--mean", wanted->mean, "of the exponential distribution of frequent keys");
  bursty.add_option("--bias", wanted->bias, "share that falls into the first half (b)")
      ->check(CLI::Range(0.5, 1.0))
      ->capture_default_str();
  bursty.add_option("--levels", wanted->levels, "how often halves are halved (l)")
      ->check(CLI::Range(0, 60))
      ->capture_default_str();

  CLI::App& lasting = add("exponential", "exponential gaps between a key's records", exponential);
  add_repeats(lasting, "the share that came before");
  add_number(lasting, "--mean", wanted->mean, "of the gaps");

  CLI::App& spread = add("log-uniform", "log-uniform gaps between a key's records", log_uniform);
  add_repeats(spread, "the share that came before");
  add_number(spread, "--longest", wanted->longest, "of the gaps");

  add_repeats(add("calls", "call records, some sent again", calls),
              "the share that was sent before");

  CLI::App& advertising = add("clicks", "clicks of visitors, and of robots that cheat", clicks);
  add_number(advertising, "--visitors", wanted->clicks.visitors, "there at a time");
  add_number(advertising, "--clicks", wanted->clicks.clicks, "of a visit, in the mean");
  advertising.add_option("--fraud", wanted->clicks.fraud, "share of clicks by robots")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();

  add("urls", "links in the order of a crawl", urls);
}

}  // namespace sluice::lab
