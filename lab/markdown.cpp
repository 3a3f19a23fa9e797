#include "markdown.hpp"

#include <fmt/format.h>

#include "numbers.hpp"

namespace sluice::lab {
namespace {

/// Text that Markdown leaves as it is.
std::string plain(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '<' || c == '_') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string row_of(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& each : cells) text += " " + plain(each) + " |";
  return text + "\n";
}

std::string as_markdown(const table& shown) {
  std::string text = fmt::format("**{}**\n\n{}|", plain(shown.title), row_of(shown.columns));
  for (std::size_t i = 0; i < shown.columns.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : shown.rows) text += row_of(row);
  return text + "\n";
}

std::string as_markdown(const section& each) {
  const experiment& about = *each.about;
  std::string text = fmt::format("## {}: {}\n\n", about.id, plain(about.title));
  if (!each.told) {
    return text + fmt::format("{}. Not run.\n\n", plain(about.place));
  }
  text += fmt::format("{}. Scale {}, seed {}, {}.\n\n", plain(about.place),
                      scale_in_words(each.at.scale), each.at.seed, each.dates);
  for (const std::string& words : each.told->words) text += plain(words) + "\n\n";
  for (const plot& one : each.told->plots) {
    text += fmt::format("![{}](plots/{}.svg)\n\n", plain(one.title), one.id);
  }
  for (const table& one : each.told->tables) text += as_markdown(one);
  return text;
}

table claims_of(const std::vector<section>& sections) {
  table all{"", {"place", "claim", "here", "our figure"}, {}};
  for (const section& each : sections) {
    if (!each.told) continue;
    for (const claim& one : each.told->claims) {
      all.rows.push_back({one.place, one.says, in_words(one.found), one.ours});
    }
  }
  return all;
}

}  // namespace

std::string as_markdown(const std::vector<section>& sections) {
  const tally sum = tally_of(sections);
  std::string text = fmt::format(
      "# The papers, again\n\nWritten by `sluice-lab report`. Of the rates printed in Tables 2 to "
      "5 "
      "of the RSBF paper, {} agree, {} are misprints with a reason given, {} differ. Of the "
      "claims, "
      "{} hold, {} hold in part, {} do not hold.\n\n## The papers' claims\n\n",
      sum.agreeing, sum.misprinted, sum.differing, sum.holding, sum.in_part, sum.failing);
  const table claims = claims_of(sections);
  text += row_of(claims.columns) + "|---|---|---|---|\n";
  for (const auto& row : claims.rows) text += row_of(row);
  text += "\n";
  for (const section& each : sections) text += as_markdown(each);
  return text;
}

}  // namespace sluice::lab
