// The list of experiments is whole, and what is told of one comes from its cells.

#include <gtest/gtest.h>

#include <set>

#include "axis.hpp"
#include "options.hpp"
#include "page.hpp"
#include "svg.hpp"
#include "telling.hpp"

namespace sluice::lab::experiments_test {

TEST(experiments, have_ids_of_their_own) {
  std::set<std::string> ids;
  for (const experiment& each : all_experiments()) EXPECT_TRUE(ids.insert(each.id).second);
  for (const char* id :
       {"rsbf-table-2",  "rsbf-table-3",  "rsbf-table-4",  "rsbf-table-5",  "rsbf-figure-2",
        "rsbf-figure-3", "rsbf-figure-4", "rsbf-figure-5", "rsbf-figure-6", "rsbf-figure-7",
        "rsbf-figure-8", "sbf-figure-1",  "sbf-figure-2",  "sbf-figure-3",  "sbf-figure-4",
        "sbf-figure-5",  "sbf-figure-6a", "sbf-figure-6b", "sbf-figure-6c", "sbf-figure-6d",
        "dabf-figure-1", "dabf-figure-2", "dabf-figure-3", "dabf-figure-4", "ours-accuracy",
        "ours-memory",   "ours-room"}) {
    EXPECT_TRUE(ids.contains(id)) << id;
  }
}

TEST(experiments, name_their_cells_apart) {
  for (const double scale : {1.0, 0.02}) {
    for (const experiment& each : all_experiments()) {
      std::set<std::string> names;
      for (const cell& part : each.cells({.scale = scale})) {
        EXPECT_TRUE(names.insert(part.name).second) << part.name;
        EXPECT_GT(part.work, 0);
      }
      EXPECT_FALSE(names.empty()) << each.id;
    }
  }
}

TEST(experiments, are_found_by_id) {
  const auto two = experiments_named({"rsbf-table-3", "rsbf-table-2"});
  ASSERT_TRUE(two);
  ASSERT_EQ(two->size(), 2U);
  EXPECT_EQ((*two)[0]->id, "rsbf-table-2");
  EXPECT_FALSE(experiments_named({"rsbf-table-9"}));
  const auto all = experiments_named({"all"});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), all_experiments().size());
}

/// What became of the first claim with these words.
outcome outcome_of(const account& told, const std::string& words) {
  for (const claim& each : told.claims) {
    if (each.says.find(words) != std::string::npos) return each.found;
  }
  ADD_FAILURE() << "no claim " << words;
  return outcome::fails;
}

/// Table 5 told of rates that were made up: FNR and FPR in per cent, in the order of its cells.
account table_5_of(const std::vector<std::pair<double, double>>& rates) {
  const auto found = experiments_named({"rsbf-table-5"});
  const experiment& table_5 = *(*found)[0];
  const std::vector<cell> cells = table_5.cells({.scale = 1});
  EXPECT_EQ(cells.size(), rates.size());
  std::map<std::string, measurement> values;
  finished_cells done;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    values[cells[i].name] = {{"fnr", {rates[i].first / 100}},
                             {"fpr", {rates[i].second / 100}},
                             {"counts", {1e8, 0, 9e8, 0}}};
    done[cells[i].name] = &values[cells[i].name];
  }
  return table_5.tell({.scale = 1}, done);
}

const std::vector<std::pair<double, double>> as_printed{
    {82.58, 8.262}, {67.66, 16.262}, {38.17, 0.7}, {23.47, 0.83}, {13.163, 0.0634}, {7.53, 0.0664}};

TEST(table_5, agrees_with_its_own_print_but_for_the_misprint) {
  const account told = table_5_of(as_printed);
  EXPECT_EQ(told.agreeing, 11);
  EXPECT_EQ(told.misprinted, 1);
  EXPECT_EQ(told.differing, 0);
  EXPECT_EQ(told.tables.at(0).rows.size(), 6U);
}

TEST(table_5, counts_what_differs) {
  auto rates = as_printed;
  rates[2].first += 1.1;
  rates[5].second *= 1.06;
  const account told = table_5_of(rates);
  EXPECT_EQ(told.agreeing, 9);
  EXPECT_EQ(told.differing, 2);
  EXPECT_EQ(told.tables.at(0).rows.at(2).back(), "FNR DIFFERS; FPR agrees");
}

TEST(table_5, judges_the_claims_by_the_rates) {
  EXPECT_EQ(outcome_of(table_5_of(as_printed), "RSBF misses fewer"), outcome::holds);
  EXPECT_EQ(outcome_of(table_5_of(as_printed), "SBF misses 1.74 times"), outcome::holds);
  auto rates = as_printed;
  rates[5].first = 14;  // RSBF in the last row, now worse than SBF
  EXPECT_EQ(outcome_of(table_5_of(rates), "RSBF misses fewer"), outcome::fails);
  EXPECT_EQ(outcome_of(table_5_of(rates), "SBF misses 1.74 times"), outcome::fails);
}

/// Figure 3 of the DABF paper, told of lines that keep these values all along.
account dabf_figure_3_of(double precision, double recall) {
  const experiment& figure = *(*experiments_named({"dabf-figure-3"}))[0];
  measurement level;
  for (double records = 200; records <= 4000; records += 200) {
    level["records"].push_back(records);
    level["precision"].push_back(precision);
    level["recall"].push_back(recall);
    level["questions"].push_back(records);
  }
  finished_cells done;
  for (const cell& each : figure.cells({})) done[each.name] = &level;
  return figure.tell({}, done);
}

TEST(dabf_figure_3, judges_the_claims_by_the_lines) {
  const account good = dabf_figure_3_of(1, 1);
  EXPECT_EQ(outcome_of(good, "with a perfect recall"), outcome::holds);
  EXPECT_EQ(outcome_of(good, "is nearly optimal"), outcome::holds);
  EXPECT_EQ(outcome_of(good, "drops below 0.7"), outcome::fails);
  EXPECT_EQ(outcome_of(good, "is about 0.4"), outcome::fails);
  const account poor = dabf_figure_3_of(0.4, 0.6);
  EXPECT_EQ(outcome_of(poor, "with a perfect recall"), outcome::fails);
  EXPECT_EQ(outcome_of(poor, "is nearly optimal"), outcome::fails);
  EXPECT_EQ(outcome_of(poor, "drops below 0.7"), outcome::holds);
  EXPECT_EQ(outcome_of(poor, "is about 0.4"), outcome::holds);
  EXPECT_EQ(good.tables.size(), 2U);
  EXPECT_EQ(good.tables[1].rows.size(), 16U);
  EXPECT_EQ(good.plots.size(), 3U);
}

TEST(scales, are_fractions_or_numbers) {
  EXPECT_DOUBLE_EQ(*scale_from("1/50"), 0.02);
  EXPECT_DOUBLE_EQ(*scale_from("0.25"), 0.25);
  EXPECT_DOUBLE_EQ(*scale_from("1"), 1);
  for (const char* wrong : {"0", "2", "-1", "1/0", "50/1", "", "x", "1/", "/2", "1/2/3", "nan"}) {
    EXPECT_FALSE(scale_from(wrong)) << wrong;
  }
}

plot sample_plot() {
  return {"sample",
          "A < B & C",
          "x",
          "y",
          true,
          false,
          {{"one", {1, 10, 1000}, {0, 50, 100}},
           {"two", {1, 1000}, {5, 5}, stroke::dashed},
           {"one, measured", {10, 100}, {40, 60}, stroke::marks}}};
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(svg, draws_each_curve_once) {
  const std::string svg = as_svg(sample_plot());
  EXPECT_EQ(count(svg, "class=\"curve"), 3U);
  EXPECT_EQ(count(svg, "class=\"curve c0"), 2U);  // what was measured has its line's colour
  EXPECT_EQ(count(svg, "A &lt; B &amp; C"), 2U);
  EXPECT_EQ(count(svg, "one, measured"), 0U);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(svg, leaves_out_what_a_logarithm_cannot_show) {
  plot shown = sample_plot();
  shown.curves = {{"one", {0, 10, 100}, {1, 2, 3}}};
  const std::string svg = as_svg(shown);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(axis, has_round_ticks) {
  const axis linear({3, 97}, false, true);
  EXPECT_EQ(linear.ticks().front().label, "0");
  EXPECT_EQ(linear.ticks().back().label, "100");
  EXPECT_DOUBLE_EQ(linear.place(50), 0.5);
  const axis decades({1e-6, 1e-1}, true, false);
  EXPECT_EQ(decades.ticks().front().label, "10⁻⁶");
  EXPECT_DOUBLE_EQ(decades.place(1e-6), 0);
  EXPECT_DOUBLE_EQ(decades.place(1e-1), 1);
}

TEST(page, has_sections_claims_and_no_strangers_markup) {
  experiment about{"one", "First <b>", "somewhere", {}, {}};
  experiment unfinished{"two", "Second", "somewhere", {}, {}};
  account told;
  told.words = {"a < b"};
  told.tables = {{"numbers", {"x"}, {{"1"}}}};
  told.plots = {sample_plot()};
  told.claims = {{"here", "it is so", outcome::in_part, "nearly"}};
  told.agreeing = 5;
  const std::string page =
      as_page({{&about, told, {0.02, 7}, "2026-03-01"}, {.about = &unfinished}});
  EXPECT_NE(page.find("First &lt;b&gt;"), std::string::npos);
  EXPECT_NE(page.find("0 hold, 1 hold in part, 0 do not hold"), std::string::npos);
  EXPECT_NE(page.find("scale 1/50, seed 7, 2026-03-01"), std::string::npos);
  EXPECT_NE(page.find("5 agree"), std::string::npos);
  EXPECT_NE(page.find("Not run: sluice-lab run two"), std::string::npos);
  EXPECT_EQ(count(page, "<svg"), 1U);
  for (const char* outside : {"http-equiv", "<script", "src=", "<link", "@import", "url("}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
}

TEST(text, lines_up_columns) {
  experiment about{"id", "Title", "place", {}, {}};
  account told;
  told.tables = {{"t", {"a", "b"}, {{"1", "2"}, {"–––", "4"}}}};
  EXPECT_EQ(as_text(about, told), "id: Title (place)\n\nt\n  a    b\n  1    2\n  –––  4\n");
}

}  // namespace sluice::lab::experiments_test
