// How long single records wait: each is observed alone and timed, and the table shows the
// percentiles of all. A filter that tidies up in bulk would show in the last columns.
//
// The clock itself takes some 20 ns, which is in every figure; `nothing` is the clock alone, and
// what the system steals from it is in its last columns too.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "sluice/sluice.hpp"

namespace {

using namespace sluice;

constexpr std::uint64_t records = 10000000;

template <class Observe>
void report(std::string_view name, Observe observe) {
  std::vector<std::uint32_t> waits;
  waits.reserve(records);
  for (std::uint64_t record = 0; record < records; ++record) {
    dice roll(1, record);
    const digest key{roll.word(), roll.word()};
    const auto start = std::chrono::steady_clock::now();
    observe(key);
    const auto wait = std::chrono::steady_clock::now() - start;
    waits.push_back(static_cast<std::uint32_t>(std::chrono::nanoseconds(wait).count()));
  }
  std::sort(waits.begin(), waits.end());
  fmt::print("{:12}", name);
  for (const double share : {0.5, 0.99, 0.999, 0.9999, 0.99999}) {
    fmt::print("{:>12}", waits[static_cast<std::size_t>(share * static_cast<double>(records))]);
  }
  fmt::print("{:>12}\n", waits.back());
}

}  // namespace

int main() {
  fmt::print("{:12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "ns", "50 %", "99 %", "99.9 %",
             "99.99 %", "99.999 %", "longest");
  report("nothing", [](const digest&) {});
  for (const filter_kind& kind : all_filters) {
    const auto planned = kind.make_plan({.memory_bytes = 64 << 20, .fpr = 1e-3});
    const auto subject = make_filter(*planned, 1);
    for (std::uint64_t warm_up = 0; warm_up < 4000000; ++warm_up) {
      dice roll(2, warm_up);
      (*subject)->observe(digest{roll.word(), roll.word()});
    }
    report(kind.name, [&](const digest& key) { (*subject)->observe(key); });
  }
}
