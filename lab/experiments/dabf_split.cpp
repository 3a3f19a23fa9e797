// Figure 1 of the DABF paper: how the memory is shared out between its two filters.

#include "experiments/dabf_curve.hpp"
#include "experiments/families.hpp"
#include "judging.hpp"

namespace sluice::lab {
namespace dabf_split {

std::vector<membership_curve> lines(const setting& at) {
  return membership_figure_1(dabf_streams, at.seed);
}

std::vector<cell> cells_of_figure_1(const setting& at) {
  return cells_of(lines(at));
}

/// The nine splits, from n = N/10 to n = 9N/10.
using splits = std::vector<const measurement*>;

table table_of(const splits& all) {
  table shown{"B = 100, N = 500, α = 0.5; after so many records",
              {"n/N", "precision, 100", "1,000", "4,000", "recall, 100", "1,000", "4,000",
               "questions, 4,000"},
              {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> row{fmt::format("0.{}", i + 1)};
    for (const char* what : {"precision", "recall"}) {
      for (const double records : {100.0, 1000.0, 4000.0}) {
        row.push_back(share(after(*all[i], what, records)));
      }
    }
    row.push_back(rounded(after(*all[i], "questions", 4000)));
    shown.rows.push_back(std::move(row));
  }
  return shown;
}

plot plot_of(const splits& all, const std::string& what) {
  plot shown{"dabf-figure-1-" + what,
             (what == "recall" ? "Recall" : "Precision") + std::string(" by the split of 500 bits"),
             "records",
             what,
             false,
             false,
             {}};
  for (std::size_t i = 0; i < all.size(); i += 2) {
    shown.curves.push_back(
        curve(fmt::format("n = 0.{} N", i + 1), all[i]->at("records"), all[i]->at(what)));
  }
  return shown;
}

/// How much of the first split's value is gained by the last, at the look where that is least.
double least_gain(const splits& all, const std::string& what) {
  double least = 1;
  for (std::size_t look = 0; look < all.front()->at(what).size(); ++look) {
    least = std::min(least, all.back()->at(what)[look] - all.front()->at(what)[look]);
  }
  return least;
}

double greatest_gain(const splits& all, const std::string& what) {
  double greatest = -1;
  for (std::size_t look = 0; look < all.front()->at(what).size(); ++look) {
    greatest = std::max(greatest, all.back()->at(what)[look] - all.front()->at(what)[look]);
  }
  return greatest;
}

/// Does the sentence hold with β′ for β, from the first split to the last?
const char* the_other_way_round(const splits& all) {
  const bool holds = greatest_gain(all, "precision") < 0 && least_gain(all, "recall") > 0;
  return holds ? "; with β′ for β it holds between these two splits at each of the 40 looks" : "";
}

bool is_best_at_all_looks(const measurement& one, const splits& all, const std::string& what) {
  return std::all_of(all.begin(), all.end(), [&](const measurement* other) {
    for (std::size_t look = 0; look < one.at(what).size(); ++look) {
      if (one.at(what)[look] < other->at(what)[look]) return false;
    }
    return true;
  });
}

void judge(const splits& all, account& told) {
  constexpr const char* place = "DABF VII.A, Figure 1";
  const auto at_end = [&](std::size_t i, const char* what) { return after(*all[i], what, 4000); };
  told.claims.push_back(
      {place,
       "from some dozens of records on precision grows with the memory given to β and recall falls",
       graded(least_gain(all, "precision") > 0 && greatest_gain(all, "recall") < 0,
              at_end(8, "precision") > at_end(0, "precision")),
       fmt::format("from n = 0.1 N to 0.9 N precision goes from {:.3f} to {:.3f} and recall from "
                   "{:.3f} to {:.3f} after 4,000 records{}",
                   at_end(0, "precision"), at_end(8, "precision"), at_end(0, "recall"),
                   at_end(8, "recall"), the_other_way_round(all))});
  const bool best = is_best_at_all_looks(*all[0], all, "precision");
  told.claims.push_back({place, "θ = 1/9 gives the best precision",
                         graded(best, at_end(0, "precision") >= at_end(8, "precision")),
                         best ? "no other split has a higher one at any of the 40 looks"
                              : "another split has a higher one at some look"});
}

account tell_figure_1(const setting& at, const finished_cells& done) {
  splits all;
  for (const membership_curve& each : lines(at)) all.push_back(&values_of(each, done));
  account told;
  told.words.push_back(how_dabf_is_counted);
  told.words.push_back(
      "The paper's sentence about this figure gives precision to β, the filter of the keys that "
      "came; its own theorems and its choice of θ = n/n′ = 1/9 for the sake of precision give it "
      "to β′, the filter of the members. Both readings are held against the lines. k and k′ are at "
      "least 1 here, where its formulas give 0 for so few bits.");
  told.tables.push_back(table_of(all));
  told.plots = {plot_of(all, "precision"), plot_of(all, "recall")};
  judge(all, told);
  return told;
}

}  // namespace dabf_split

std::vector<experiment> dabf_split_figures() {
  using namespace dabf_split;
  return {{"dabf-figure-1", "precision and recall by the split of the memory", "DABF, Figure 1",
           cells_of_figure_1, tell_figure_1}};
}

}  // namespace sluice::lab
