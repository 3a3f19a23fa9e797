// sluice-lab report.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "commands.hpp"
#include "markdown.hpp"
#include "page.hpp"
#include "runner.hpp"
#include "svg.hpp"

namespace sluice::lab {
namespace {

/// "2026-03-01", or from when to when.
std::string dates_of(const finished_cells& cells, const setting& at, const results& known) {
  std::set<std::string> dates;
  for (const auto& [name, values] : cells) dates.insert(known.find(name, at.seed)->date);
  if (dates.empty()) return "";
  return *dates.begin() == *dates.rbegin() ? *dates.begin()
                                           : *dates.begin() + " to " + *dates.rbegin();
}

/// The experiment at the largest scale at which it is finished.
section section_of(const experiment& about, const results& known) {
  section made{.about = &about};
  const auto settings = known.settings();
  for (auto each = settings.rbegin(); each != settings.rend() && !made.told; ++each) {
    const setting at{.scale = each->first, .seed = each->second};
    const auto cells = cells_of(about, at, known);
    if (!cells) continue;
    made.told = about.tell(at, *cells);
    made.at = at;
    made.dates = dates_of(*cells, at, known);
  }
  return made;
}

bool write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

int report(const std::string& folder) {
  const std::filesystem::path base(folder);
  std::error_code problem;
  if (!std::filesystem::exists(base / "results.jsonl", problem)) {
    return fail("there are no results in " + folder + "; sluice-lab run makes them");
  }
  const auto known = results::open(base);
  if (!known) return fail(known.failure().message);
  std::filesystem::create_directories(base / "plots", problem);
  std::vector<section> sections;
  for (const experiment& each : all_experiments()) {
    sections.push_back(section_of(each, **known));
    if (!sections.back().told) continue;
    for (const plot& one : sections.back().told->plots) {
      const auto file = base / "plots" / (one.id + ".svg");
      if (!write_file(file, as_svg_file(one))) return fail("cannot write " + file.string());
    }
  }
  const auto plain = base / "report.md";
  if (!write_file(plain, as_markdown(sections))) return fail("cannot write " + plain.string());
  const auto page = base / "report.html";
  if (!write_file(page, as_page(sections))) return fail("cannot write " + page.string());
  fmt::print("{}\n", page.string());
  return 0;
}

}  // namespace

void add_report(CLI::App& app, int& status) {
  auto folder = std::make_shared<std::string>("lab-results");
  CLI::App* const command = app.add_subcommand(
      "report", "make one page of all that is finished, each at the largest scale it was run at");
  command
      ->add_option("--out", *folder,
                   "the folder with the results; report.html, report.md and plots go there, too")
      ->capture_default_str();
  command->callback([folder, &status] { status = report(*folder); });
}

}  // namespace sluice::lab
