// How often the audit's 95 % intervals hold the truth, over seeded runs of five streams through
// five filters. `bench-coverage [runs]`: so many of each, 100 unless said otherwise.

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "coverage.hpp"

namespace {

using namespace sluice;

constexpr std::uint64_t records = 400000;
constexpr std::array filters{"recency", "stable", "reservoir", "load-biased", "fp-buffer"};

struct setting {
  std::string name;
  audit_parameters parameters;
};

std::string line(const std::string& stream, const std::string& filter, const lab::coverage& sum) {
  const auto per_cent = [](double share) { return fmt::format("{:.1f}", 100 * share); };
  return fmt::format("| {} | {} | {:.3f} | {:.2f} | {} | {} | {} | {} | {} |\n", stream, filter,
                     100 * sum.truth.fpr(), 100 * sum.truth.fnr(), per_cent(sum.fpr.share()),
                     per_cent(sum.fnr.share()), per_cent(sum.recent_fpr.share()),
                     per_cent(sum.recent_fnr.share()), per_cent(sum.distinct.share()));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const std::array settings{
      setting{"share 1/64", {}},
      setting{"share 1/8", {.share = 1.0 / 8}},
      setting{"256 KiB, share as it fits", {.memory_bytes = 256 << 10, .share = 1}},
  };
  std::array<std::string, settings.size()> tables;
  std::array<lab::coverage, settings.size()> all;
  std::uint64_t seed = 0;  // another in every run: no two have the same sample of keys
  for (const lab::covered_stream& stream : lab::covered_streams(records)) {
    for (const char* const filter : filters) {
      std::array<lab::coverage, settings.size()> sums;
      for (std::uint64_t i = 0; i < runs; ++i) {
        const lab::coverage_run run(stream, filter, records, ++seed);
        for (std::size_t each = 0; each < settings.size(); ++each) {
          run.hold_against(settings[each].parameters, sums[each]);
        }
      }
      for (std::size_t i = 0; i < settings.size(); ++i) {
        tables[i] += line(stream.name, filter, sums[i]);
        all[i] += sums[i];
      }
    }
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    fmt::print(
        "{}, {} runs of {} records\n\n"
        "| stream | filter | FPR % | FNR % | FPR held % | FNR held % | recent FPR held % | "
        "recent FNR held % | keys held % |\n|---|---|---|---|---|---|---|---|---|\n{}{}\n",
        settings[i].name, all[i].fpr.cases, records, tables[i], line("all", "", all[i]));
  }
}
