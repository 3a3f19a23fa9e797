#include "page.hpp"

#include <fmt/format.h>

#include "numbers.hpp"
#include "svg.hpp"

namespace sluice::lab {
namespace {

constexpr const char* style = R"(
:root{--ink:#222;--faint:#ddd;--paper:#fff;--soft:#f5f5f2;--good:#1a7f37;--part:#9a6700;--bad:#b42318;
--c0:#d62728;--c1:#1f77b4;--c2:#2ca02c;--c3:#9467bd;--c4:#e08214;--c5:#17a2b8;--c6:#444;--c7:#b5651d}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e6e6;--faint:#3a3a3a;--paper:#161616;
--soft:#222;--good:#4ac26b;--part:#d4a72c;--bad:#ff7b72;--c0:#ff6b6b;--c1:#62b0f0;--c2:#5fd068;
--c3:#b795e6;--c4:#ffa94d;--c5:#4fd0e0;--c6:#bbb;--c7:#d99a5b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem;border-top:1px solid var(--faint);padding-top:1rem}
.place{color:var(--ink);opacity:.7}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.85rem;margin:.5rem 0}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--faint);text-align:left;vertical-align:top;
font-variant-numeric:tabular-nums}
th{background:var(--soft)}
.claims td:nth-child(2){min-width:16rem}.claims td:nth-child(4){min-width:12rem}
.holds{color:var(--good);font-weight:600;white-space:nowrap}
.in-part{color:var(--part);font-weight:600;white-space:nowrap}
.fails{color:var(--bad);font-weight:600;white-space:nowrap}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
figure{margin:0}svg{width:100%;height:auto;display:block}
nav{columns:2;font-size:.9rem}@media(max-width:40rem){nav{columns:1}}
@media print{nav{display:none}body{max-width:none;font-size:11px}figure,tr{break-inside:avoid}}
)";

std::string cells_of_row(const std::vector<std::string>& row, const char* tag) {
  std::string text = "<tr>";
  for (const std::string& each : row) text += fmt::format("<{0}>{1}</{0}>", tag, escaped(each));
  return text + "</tr>\n";
}

std::string as_html(const table& shown) {
  std::string text =
      fmt::format("<div class=\"wide\"><table><caption>{}</caption>\n", escaped(shown.title));
  text += "<thead>" + cells_of_row(shown.columns, "th") + "</thead><tbody>\n";
  for (const auto& row : shown.rows) text += cells_of_row(row, "td");
  return text + "</tbody></table></div>\n";
}

const char* class_of(outcome found) {
  return found == outcome::holds ? "holds" : found == outcome::in_part ? "in-part" : "fails";
}

std::string claims_table(const std::vector<section>& sections, const tally& sum) {
  std::string rows;
  for (const section& each : sections) {
    if (!each.told) continue;
    for (const claim& one : each.told->claims) {
      rows += fmt::format(
          "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td "
          "class=\"{}\">{}</td><td>{}</td></tr>\n",
          each.about->id, escaped(one.place), escaped(one.says), class_of(one.found),
          in_words(one.found), escaped(one.ours));
    }
  }
  return fmt::format(
      "<h2 id=\"claims\">The papers' claims</h2><p>What the evaluation sections say in words, and "
      "what came out here: {} hold, {} hold in part, {} do not hold.</p>\n<div "
      "class=\"wide\"><table "
      "class=\"claims\"><thead><tr><th>place</th><th>claim</th><th>here</th><th>our "
      "figure</th></tr>"
      "</thead><tbody>\n{}</tbody></table></div>\n",
      sum.holding, sum.in_part, sum.failing, rows);
}

std::string in_html(const section& each) {
  const experiment& about = *each.about;
  std::string text =
      fmt::format("<section><h2 id=\"{}\">{}</h2>\n", about.id, escaped(about.title));
  if (!each.told) {
    return text + fmt::format("<p class=\"place\">{}. Not run: sluice-lab run {}</p></section>\n",
                              escaped(about.place), about.id);
  }
  text += fmt::format("<p class=\"place\">{}. Id {}, scale {}, seed {}, {}.</p>\n",
                      escaped(about.place), about.id, scale_in_words(each.at.scale), each.at.seed,
                      each.dates);
  for (const std::string& words : each.told->words) text += "<p>" + escaped(words) + "</p>\n";
  text += "<div class=\"plots\">\n";
  for (const plot& one : each.told->plots) {
    text += fmt::format("<figure id=\"plot-{}\">{}</figure>\n", one.id, as_svg(one));
  }
  text += "</div>\n";
  for (const table& one : each.told->tables) text += as_html(one);
  return text + "</section>\n";
}

}  // namespace

tally tally_of(const std::vector<section>& sections) {
  tally sum;
  for (const section& each : sections) {
    if (!each.told) continue;
    sum.agreeing += each.told->agreeing;
    sum.misprinted += each.told->misprinted;
    sum.differing += each.told->differing;
    for (const claim& one : each.told->claims) {
      sum.holding += one.found == outcome::holds;
      sum.in_part += one.found == outcome::in_part;
      sum.failing += one.found == outcome::fails;
    }
  }
  return sum;
}

std::string as_page(const std::vector<section>& sections) {
  const tally sum = tally_of(sections);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
      "<title>sluice-lab: the papers, again</title><style>{}{}</style></head><body>\n"
      "<h1>The papers, again</h1>\n<p>Every table and figure of the evaluation of two papers on "
      "duplicates in streams and of one on membership, redone with the filters of sluice: Dutta, "
      "Bhattacherjee, Narang 2012 (RSBF), Deng, Rafiei 2006 (SBF) and Dynamic Appending Bloom "
      "Filter "
      "(DABF), and what came out.</p>\n",
      style, svg_style);
  text += fmt::format(
      "<p>Of the rates printed in Tables 2 to 5 of the RSBF paper, {} agree, {} are misprints with "
      "a reason given, {} differ.</p>\n<nav>",
      sum.agreeing, sum.misprinted, sum.differing);
  for (const section& each : sections) {
    text += fmt::format("<a href=\"#{}\">{}</a>: {}<br>", each.about->id, each.about->id,
                        escaped(each.about->title));
  }
  text += "</nav>\n" + claims_table(sections, sum);
  for (const section& each : sections) text += in_html(each);
  return text + "</body></html>\n";
}

}  // namespace sluice::lab
