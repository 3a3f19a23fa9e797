// sluice: writes each line of its input the first time it is seen.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "sluice/sluice.hpp"
#include "units.hpp"

namespace {

struct options {
  std::string algorithm = "stable";
  std::string memory = "256M";
  std::string fpr = "1%";
  std::uint64_t seed = 0;
};

struct totals {
  std::uint64_t records = 0;
  std::uint64_t fresh = 0;
};

/// Lines in, a batch at a time, fresh ones out.
totals run(sluice::filter& filter, std::istream& in, std::ostream& out) {
  constexpr std::size_t batch = 1024;
  const sluice::digester digest;
  std::vector<std::string> lines(batch);
  std::array<sluice::digest, batch> keys;
  std::array<sluice::verdict, batch> verdicts{};
  totals sum;
  std::size_t count = batch;
  while (count == batch && out) {
    for (count = 0; count < batch && std::getline(in, lines[count]); ++count) {
      keys[count] = digest(lines[count]);
    }
    filter.observe({keys.data(), count}, {verdicts.data(), count});
    for (std::size_t i = 0; i < count; ++i) {
      if (verdicts[i] == sluice::verdict::repeat) continue;
      out << lines[i] << '\n';
      sum.fresh += 1;
    }
    sum.records += count;
  }
  out.flush();
  return sum;
}

int fail(const std::string& message, int status = 1) {
  std::cerr << "sluice: " << message << '\n';
  return status;
}

std::string described(const sluice::plan& plan) {
  std::string text;
  for (const auto& [name, value] : plan.parameters) text += fmt::format(" {}={:.0f}", name, value);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Writes each line of standard input the first time it is seen, in memory that never grows.",
      "sluice");
  options wanted;
  app.add_option("-a,--algorithm", wanted.algorithm, "the filter")->capture_default_str();
  app.add_option("-m,--memory", wanted.memory, "the filter's memory: bytes, or 64K, 512M, 1.5G")
      ->capture_default_str();
  app.add_option("-e,--fpr", wanted.fpr, "bound on fresh records called repeats: 1%, 1e-6")
      ->capture_default_str();
  app.add_option("--seed", wanted.seed, "of the filter's random choices")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const auto memory = sluice::parse_size(wanted.memory);
  if (!memory) return fail(memory.failure().message, 2);
  const auto fpr = sluice::parse_rate(wanted.fpr);
  if (!fpr) return fail(fpr.failure().message, 2);
  const auto plan = sluice::make_plan(wanted.algorithm, {.memory_bytes = *memory, .fpr = *fpr});
  if (!plan) return fail(plan.failure().message, 2);
  auto filter = sluice::make_filter(*plan, wanted.seed);
  if (!filter) return fail(filter.failure().message);

  std::ios::sync_with_stdio(false);
  const totals sum = run(**filter, std::cin, std::cout);
  if (!std::cout) return fail("cannot write to standard output; is the disk full?");
  if (std::cin.bad()) return fail("cannot read standard input to its end");

  std::cerr << fmt::format(
      "{} records: {} fresh, {} repeats dropped\n"
      "filter {} in {}:{}\n"
      "fill {:.1f} %, of fresh records at most {:.4g} % are dropped by mistake\n",
      sum.records, sum.fresh, sum.records - sum.fresh, plan->kind->name,
      sluice::bytes_in_words(static_cast<double>(plan->memory_bytes)), described(*plan),
      (*filter)->fill() * 100, plan->expected.fpr * 100);
  return 0;
}
