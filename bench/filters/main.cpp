// The cost of a record in each filter, beside the machine's own limit for such work: a prefetched
// read-modify-write of 8 random bytes in a table of the same size. Both are measured in turns, a
// million records each, so that the ratio survives a noisy machine.

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "sluice/sluice.hpp"

namespace {

using namespace sluice;

constexpr std::size_t records = 1 << 20;
constexpr std::size_t batch = 1024;

/// Endless random keys. A share of them repeats one of the last hundred thousand.
class key_supply {
 public:
  explicit key_supply(bool half_repeats) : keys_(records) {
    for (std::size_t i = 0; i < records; ++i) {
      dice roll(1, i);
      keys_[i] = {roll.word(), roll.word()};
      if (half_repeats && i > 0 && roll.chance(1, 2)) {
        keys_[i] = keys_[i - 1 - roll.below(std::min<std::size_t>(i, 100000))];
      }
    }
  }

  /// Calls use(batch of keys) until a million were supplied. Each round's keys are new.
  template <class Use>
  double timed_round(Use use) {
    dice roll(2, ++round_);
    const digest salt{roll.word(), roll.word()};
    std::vector<digest> keys(batch);
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t from = 0; from < records; from += batch) {
      for (std::size_t i = 0; i < batch; ++i) {
        keys[i] = {keys_[from + i].high ^ salt.high, keys_[from + i].low ^ salt.low};
      }
      use(std::span<const digest>(keys));
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  std::vector<digest> keys_;
  std::uint64_t round_ = 0;
};

class bare_table {
 public:
  explicit bare_table(std::uint64_t bytes) : words_(bytes / 8), storage_(bytes) {}

  void observe(std::span<const digest> keys) {
    auto* const table = static_cast<std::uint64_t*>(storage_.data());
    work_ahead(
        keys.size(), [&](std::size_t i) { prefetch(&table[keys[i].position(words_)]); },
        [&](std::size_t i) { table[keys[i].position(words_)] += keys[i].low; });
  }

 private:
  std::uint64_t words_;
  storage storage_;
};

void measure(benchmark::State& state, const plan& planned, std::uint64_t bytes, bool half_repeats) {
  const auto subject = *make_filter(planned, 1);
  bare_table bare(bytes);
  key_supply supply(half_repeats);
  std::vector<verdict> verdicts(batch);
  const auto observe = [&](std::span<const digest> keys) { subject->observe(keys, verdicts); };
  const auto touch = [&](std::span<const digest> keys) { bare.observe(keys); };
  for (int warm_up = 0; warm_up < 8; ++warm_up) {
    supply.timed_round(observe);
    supply.timed_round(touch);
  }
  double filter_seconds = 0;
  double bare_seconds = 0;
  for ([[maybe_unused]] auto round : state) {
    const double seconds = supply.timed_round(observe);
    state.SetIterationTime(seconds);
    filter_seconds += seconds;
    bare_seconds += supply.timed_round(touch);
  }
  const double count = static_cast<double>(state.iterations()) * static_cast<double>(records);
  state.counters["ns_record"] = filter_seconds / count * 1e9;
  state.counters["ns_bare"] = bare_seconds / count * 1e9;
  state.counters["ratio"] = filter_seconds / bare_seconds;
}

struct contender {
  std::string label;
  std::string_view name;
  double fpr;
  parameter_list set;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<contender> contenders;
  for (const filter_kind& kind : all_filters) {
    contenders.push_back({std::string(kind.name) + " 1%", kind.name, 0.01, {}});
  }
  contenders.push_back({"recency 10%", "recency", 0.1, {}});
  contenders.push_back({"recency 1e-6", "recency", 1e-6, {}});
  contenders.push_back({"bloom 1% blocked", "bloom", 0.01, {{"block", 512}, {"k", 8}}});
  contenders.push_back({"stable K=2 P=4", "stable", 0.1, {{"K", 2}, {"P", 4}, {"Max", 1}}});

  for (const contender& each : contenders) {
    for (const std::uint64_t megabytes : {16U, 512U}) {
      for (const bool half_repeats : {false, true}) {
        const auto planned = make_plan(
            each.name, {.memory_bytes = megabytes << 20, .fpr = each.fpr, .set = each.set});
        const std::string label = each.label + "/" + std::to_string(megabytes) + "MB/" +
                                  (half_repeats ? "half repeats" : "fresh");
        benchmark::RegisterBenchmark(
            label.c_str(),
            [planned = *planned, megabytes, half_repeats](benchmark::State& state) {
              measure(state, planned, megabytes << 20, half_repeats);
            })
            ->UseManualTime()
            ->MinTime(0.3)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
