// Repeats missed by every filter at the same memory and the same FPR, over streams under pressure,
// beside the exact LRU reference. Writes a table to standard output and tab-separated values to the
// file named, for tools/plot-accuracy. Usage: bench-accuracy [FILE] [RECORDS]
//
// The FPR of a run is the mean of predicted_fpr() over its second half: the probability that a
// fresh key would be called a repeat, exact given the filter's state (the conformance tests hold it
// against counts), and so known at 1e-6 too, where no run is long enough to count.

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <thread>

#include "accuracy/contenders.hpp"
#include "accuracy/room.hpp"
#include "streams/bursts.hpp"
#include "streams/gaps.hpp"
#include "streams/zipf.hpp"

namespace {

using namespace sluice;
using namespace sluice::bench;

constexpr const char* others[] = {"stable", "reservoir", "biased", "load-biased", "window"};

/// One line of the table: a stream, and how many keys the reference remembers in it.
struct setting {
  std::string stream;
  double keys;
  double target;
  trial run;
};

struct line {
  setting at;
  double fpr = 0;  // recency's, and everybody's
  double reference = 0;
  double recency = 0;
  std::vector<std::optional<double>> rest;
};

template <class Make>
trial over(Make make_stream, std::uint64_t records) {
  return [=](filter& subject) {
    auto stream = make_stream();
    lab::measure(subject, stream, records / 2);
    constexpr std::uint64_t looks = 40;
    outcome mean;
    error_rates rates;
    for (std::uint64_t look = 0; look < looks; ++look) {
      rates += lab::measure(subject, stream, records / 2 / looks);
      mean.fpr += subject.predicted_fpr() / static_cast<double>(looks);
    }
    mean.fnr = rates.fnr();
    return mean;
  };
}

std::vector<setting> settings(std::uint64_t records) {
  std::vector<setting> all;
  const auto add = [&](const std::string& name, const std::vector<double>& keys, auto make_stream) {
    for (const double target : {0.1, 0.01, 1e-3, 1e-4, 1e-6}) {
      for (const double each : keys)
        all.push_back({name, each, target, over(make_stream, records)});
    }
  };
  // Gaps shorter than what the reference remembers, as long, and longer.
  constexpr double mean = 40000;
  for (const double fresh : {0.1, 0.5, 0.9}) {
    const double distinct =
        stream_shape{gap_distribution::exponential(mean), 1 - fresh}.distinct_within(mean);
    add(fmt::format("exponential gaps, {:.0f} % fresh", fresh * 100),
        {1.6 * distinct, distinct, distinct / 2},
        [=] { return lab::gap_stream(lab::exponential_gaps(mean), 1 - fresh, 20 * mean, 1); });
    add(fmt::format("log-uniform gaps, {:.0f} % fresh", fresh * 100), {10000, 2500},
        [=] { return lab::gap_stream(lab::log_uniform_gaps(1, 250000), 1 - fresh, 250000, 1); });
  }
  for (const double exponent : {0.5, 1.0, 2.0}) {
    const double keys = exponent > 1.5 ? 200 : 40000;
    add(fmt::format("Zipf {}", exponent), {keys, keys / 4},
        [=] { return lab::zipf_stream(200000, exponent, 1); });
  }
  add("bursts (b = 0.7)", {20000, 10000}, [=] {
    return lab::burst_stream({.v = 0.3, .b = 0.7, .l = 3, .u = 5000, .length = records}, 1);
  });
  return all;
}

line worked_out(const setting& at) {
  line done;
  done.at = at;
  const double bits = at.keys * -std::log2(at.target);
  const auto bytes = static_cast<std::uint64_t>(bits / 512 + 1) * 64;
  const auto planned = make_plan("recency", {.memory_bytes = bytes, .fpr = at.target});
  const auto subject = make_filter(*planned, 1);
  const outcome recency = at.run(**subject);
  done.fpr = recency.fpr;
  done.recency = recency.fnr;
  done.reference = reference_fnr(static_cast<double>(bytes) * 8, recency.fpr, at.run);
  for (const char* name : others) {
    const auto other = tuned(name, bytes, at.run).at(recency.fpr);
    done.rest.push_back(other ? std::optional(other->fnr) : std::nullopt);
  }
  return done;
}

std::string percent(const std::optional<double>& rate) {
  return rate ? fmt::format("{:10.2f}", *rate * 100) : fmt::format("{:>10}", "-");
}

/// What the comparison is for: worst cases of recency, among the lines that a condition picks.
struct worst_cases {
  double over_reference = 0;
  double over_papers = 0;
  double over_best = 0;
  int lines = 0;

  void add(const line& done) {
    ++lines;
    over_reference = std::max(over_reference, done.recency / done.reference);
    for (std::size_t i = 0; i < done.rest.size(); ++i) {
      if (!done.rest[i]) continue;
      const double ratio = done.recency / *done.rest[i];
      over_best = std::max(over_best, ratio);
      if (i < 2 && done.at.target <= 0.01) over_papers = std::max(over_papers, ratio);
    }
  }

  void print(const char* where) const {
    fmt::print(
        "\nWhere the reference misses {} of the repeats ({} lines), recency misses at most\n"
        "  {:.2f} x what the reference misses,\n"
        "  {:.2f} x what the better of stable and reservoir misses, at targets of 1 % and below,\n"
        "  {:.2f} x what the best of the others misses, at any target.\n",
        where, lines, over_reference, over_papers, over_best);
  }
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t records = argc > 2 ? std::stoull(argv[2]) : 300000;
  const std::vector<setting> all = settings(records);
  std::vector<line> lines(all.size());
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> finished{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      lines[i] = worked_out(all[i]);
      fmt::print(stderr, "\r{} of {} settings", ++finished, all.size());
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    workers.emplace_back(work);
  workers.clear();
  fmt::print(stderr, "\n");

  std::ofstream file(argc > 1 ? argv[1] : "/dev/null");
  file << "stream\tkeys\ttarget\tfpr\treference\trecency";
  fmt::print("{:32}{:>8}{:>8}{:>11}{:>10}{:>10}{:>7}", "FNR in %", "keys", "target", "FPR",
             "reference", "recency", "ratio");
  for (const char* name : others) {
    fmt::print("{:>12}", name);
    file << '\t' << name;
  }
  fmt::print("\n");
  file << '\n';
  worst_cases light;
  worst_cases heavy;
  for (const line& done : lines) {
    if (done.reference > 0.3) heavy.add(done);
    if (done.reference > 0.05 && done.reference <= 0.3) light.add(done);
    fmt::print("{:32}{:8.0f}{:>8}{:11.3g}{}{}{:7.2f}", done.at.stream, done.at.keys,
               in_words(done.at.target), done.fpr, percent(done.reference), percent(done.recency),
               done.recency / done.reference);
    file << fmt::format("{}\t{}\t{}\t{}\t{}\t{}", done.at.stream, done.at.keys, done.at.target,
                        done.fpr, done.reference, done.recency);
    for (const auto& other : done.rest) {
      fmt::print("  {}", percent(other));
      file << '\t' << (other ? fmt::format("{}", *other) : "");
    }
    fmt::print("\n");
    file << '\n';
  }
  light.print("5 to 30 %");
  heavy.print("more than 30 %");
  print_room_to_spare();
  return file.good() ? 0 : 1;
}
