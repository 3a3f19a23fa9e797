// How often the audit's 95 % intervals hold the truth, over seeded runs of five streams through
// five filters. `bench-coverage [runs]`: so many of each pair, 100 unless said otherwise.

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "coverage.hpp"

namespace {

using namespace sluice;

constexpr std::uint64_t records = 400000;
constexpr std::array filters{"recency", "stable", "reservoir", "load-biased", "fp-buffer"};

/// One way to audit, and what came of it: by stream, by filter, in all.
struct setting {
  std::string name;
  audit_parameters parameters;
  std::vector<lab::coverage> by_stream{};
  std::vector<lab::coverage> by_filter = std::vector<lab::coverage>(filters.size());
  lab::coverage all{};
};

void print_row(const std::string& name, const lab::coverage& sum) {
  fmt::print("| {} | {:.3f} | {:.2f} |", name, 100 * sum.truth.fpr(), 100 * sum.truth.fnr());
  for (const lab::hits& each : {sum.fpr, sum.fnr, sum.recent_fpr, sum.recent_fnr, sum.distinct}) {
    fmt::print(" {:.1f} |", 100 * each.share());
  }
  fmt::print("\n");
}

void print(const setting& audited, const std::vector<lab::covered_stream>& streams) {
  fmt::print(
      "{}: {} runs of {} records\n\n"
      "| | FPR % | FNR % | FPR held | FNR held | recent FPR held | recent FNR held | keys held |\n"
      "|---|---|---|---|---|---|---|---|\n",
      audited.name, audited.all.fpr.cases, records);
  for (std::size_t i = 0; i < streams.size(); ++i) print_row(streams[i].name, audited.by_stream[i]);
  for (std::size_t i = 0; i < filters.size(); ++i) print_row(filters[i], audited.by_filter[i]);
  print_row("all", audited.all);
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const auto streams = lab::covered_streams(records);
  std::array settings{
      setting{"share 1/128", {}},
      setting{"share 1/8", {.share = 1.0 / 8}},
      setting{"256 KiB, the share as it fits", {.memory_bytes = 256 << 10, .share = 1}},
  };
  std::uint64_t seed = 0;  // another in every run: no two have the same sample of keys
  for (const lab::covered_stream& stream : streams) {
    for (setting& each : settings) each.by_stream.emplace_back();
    for (std::size_t filter = 0; filter < filters.size(); ++filter) {
      for (std::uint64_t i = 0; i < runs; ++i) {
        const lab::coverage_run run(stream, filters[filter], records, ++seed);
        for (setting& each : settings) {
          lab::coverage found;
          run.hold_against(each.parameters, found);
          each.by_stream.back() += found;
          each.by_filter[filter] += found;
          each.all += found;
        }
      }
    }
  }
  for (const setting& each : settings) print(each, streams);
}
