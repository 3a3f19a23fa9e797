// Figure 4 of the DABF paper: two pairs of filters that are flushed in turn.

#include "experiments/dabf_curve.hpp"
#include "experiments/families.hpp"
#include "judging.hpp"

namespace sluice::lab {
namespace dabf_window {

constexpr double whole = 40000;  // records of a stream

std::vector<cell> cells_of_figure_4(const setting& at) {
  const window_figure lines = membership_figure_4(dabf_streams, at.seed);
  std::vector<cell> all = cells_of(lines.windows);
  for (const auto* each : {&lines.no_window, &lines.preloaded, &lines.remembering}) {
    all.push_back(cell_of(*each));
  }
  return all;
}

/// The figure's lines, once their cells are finished.
struct window_values {
  std::vector<const measurement*> windows;  ///< of 100, 200 … records
  const measurement& no_window;
  const measurement& preloaded;
  const measurement& remembering;

  const measurement& widest() const { return *windows.back(); }
  static double size(std::size_t i) { return 100.0 * static_cast<double>(i + 1); }

  /// At the end of the stream, by the size of the window.
  std::vector<double> ends(const char* what) const {
    std::vector<double> all;
    for (const measurement* each : windows) all.push_back(after(*each, what, whole));
    return all;
  }
};

window_values values_at(const setting& at, const finished_cells& done) {
  const window_figure lines = membership_figure_4(dabf_streams, at.seed);
  window_values all{{},
                    values_of(lines.no_window, done),
                    values_of(lines.preloaded, done),
                    values_of(lines.remembering, done)};
  for (const membership_curve& each : lines.windows) {
    all.windows.push_back(&values_of(each, done));
  }
  return all;
}

table all_lines(const window_values& of) {
  table shown{"α = 2, B = 100, N = 1,000, after 40,000 records",
              {"memory", "precision", "recall", "questions", "FPR, by records", "FNR, by records"},
              {}};
  const auto add = [&](const std::string& name, const measurement& one) {
    shown.rows.push_back({name, share(after(one, "precision", whole)),
                          share(after(one, "recall", whole)),
                          rounded(after(one, "questions", whole)),
                          short_number(after(one, "fpr", whole)), share(after(one, "fnr", whole))});
  };
  add("appending", of.no_window);
  for (std::size_t i = 0; i < of.windows.size(); ++i) {
    add(fmt::format("appending-window, w = {}", rounded(window_values::size(i))), *of.windows[i]);
  }
  add("preloaded", of.preloaded);
  add("remembering", of.remembering);
  return shown;
}

/// By the size of the window.
series sized(const std::string& name, const std::vector<double>& ends) {
  series made{name, {}, ends};
  for (std::size_t i = 0; i < ends.size(); ++i) made.x.push_back(window_values::size(i));
  return made;
}

/// What has no window.
series level(const std::string& name, const measurement& of, const char* what) {
  const double value = after(of, what, whole);
  return {name, {100, 1000}, {value, value}, stroke::dashed};
}

std::vector<plot> plots_of(const window_values& of) {
  plot top{"dabf-figure-4-precision",
           "Precision and recall after 40,000 records",
           "w, records",
           "share",
           false,
           false,
           {}};
  top.curves = {sized("precision, windows", of.ends("precision")),
                sized("recall, windows", of.ends("recall")),
                level("precision of preloaded (1bf)", of.preloaded, "precision"),
                level("recall of appending (nowin)", of.no_window, "recall"),
                level("recall of remembering", of.remembering, "recall")};
  plot middle{"dabf-figure-4-questions",
              "Questions in 40,000 records",
              "w, records",
              "questions",
              false,
              false,
              {}};
  middle.curves = {sized("windows", of.ends("questions")),
                   level("appending (nowin)", of.no_window, "questions"),
                   level("remembering", of.remembering, "questions")};
  plot bottom{
      "dabf-figure-4-fnr", "FNR along the stream", "records", "FNR, by records", false, false, {}};
  for (const std::size_t i : {0U, 1U, 4U, 9U}) {
    bottom.curves.push_back(curve(fmt::format("w = {}", rounded(window_values::size(i))),
                                  of.windows[i]->at("records"), of.windows[i]->at("fnr")));
  }
  bottom.curves.push_back(curve("appending (nowin)", of.no_window.at("records"),
                                of.no_window.at("fnr"), stroke::dashed));
  bottom.curves.push_back(
      curve("remembering", of.remembering.at("records"), of.remembering.at("fnr"), stroke::dashed));
  return {std::move(top), std::move(middle), std::move(bottom)};
}

bool falls(const std::vector<double>& values) {
  return std::is_sorted(values.rbegin(), values.rend());
}

/// Ten times the window, a tenth of the value?
bool inversely_proportional(const std::vector<double>& values) {
  return about(values.front() / 10, values.back(), 0.25);
}

/// By what part of its end the FNR moves in the second half of the stream, at most.
double unrest(const measurement& of) {
  const auto& fnr = of.at("fnr");
  const auto half = fnr.begin() + static_cast<std::ptrdiff_t>(fnr.size() / 2);
  const auto [low, high] = std::minmax_element(half, fnr.end());
  return fnr.back() > 0 ? (*high - *low) / fnr.back() : 0;
}

constexpr const char* place = "DABF VII.B, Figure 4";

void judge_rates(const window_values& of, account& told) {
  const std::vector<double> recall = of.ends("recall");
  const double without = after(of.no_window, "recall", whole);
  told.claims.push_back(
      {place, "windows avoid the drop of the recall",
       graded(recall.back() > without && recall.back() >= 0.9, recall.back() > without),
       fmt::format("{:.3f} with w = 100 and {:.3f} with w = 1,000, beside {:.3f} "
                   "without",
                   recall.front(), recall.back(), without)});
  told.claims.push_back({place, "the recall is inversely proportional to the size of the window",
                         graded(falls(recall) && inversely_proportional(recall), falls(recall)),
                         fmt::format("{}; ten times the window has {:.2f} times the recall",
                                     falls(recall) ? "it falls from each size to the next"
                                                   : "it does not fall from each size to the next",
                                     recall.back() / recall.front())});
  const double precision = lowest(of.widest(), "precision");
  told.claims.push_back({place, "the precision is close to 1 even with windows of 1,000 records",
                         graded(precision >= 0.99, precision >= 0.95),
                         fmt::format("never below {:.4f}", precision)});
  const double single = after(of.preloaded, "precision", whole);
  told.claims.push_back({place, "that of 1bf comes to about 0.5",
                         graded(about(0.5, single), about(0.5, single, 0.2)),
                         fmt::format("{:.3f}", single)});
}

void judge_costs(const window_values& of, account& told) {
  const std::vector<double> questions = of.ends("questions");
  told.claims.push_back(
      {place, "the number of questions is inversely proportional to the size of the window",
       graded(falls(questions) && inversely_proportional(questions), falls(questions)),
       fmt::format("{} with w = 100, {} with w = 1,000, {} without", rounded(questions.front()),
                   rounded(questions.back()), rounded(after(of.no_window, "questions", whole)))});
  const double fpr = highest(of.widest(), "fpr");
  told.claims.push_back({place, "the FPR is 0 even with windows of 1,000 records",
                         graded(fpr == 0, fpr < 0.001),
                         fmt::format("{} at most", short_number(fpr))});
}

void judge_misses(const window_values& of, account& told) {
  const std::vector<double> fnr = of.ends("fnr");
  double most = 0;
  for (const measurement* each : of.windows) most = std::max(most, unrest(*each));
  told.claims.push_back({place, "the FNR is stable, whatever the window",
                         graded(most <= 0.1, most <= 0.25),
                         fmt::format("in the second half of the stream it moves by {:.1f} % of "
                                     "itself at most; it is {:.3f} with w = 100",
                                     most * 100, fnr.front())});
  told.claims.push_back({place, "with windows of 1,000 records the FNR is close to 0.2",
                         graded(about(0.2, fnr.back(), 0.15), about(0.2, fnr.back(), 0.3)),
                         fmt::format("{:.3f}; {:.3f} with w = 200", fnr.back(), fnr[1])});
}

account tell_figure_4(const setting& at, const finished_cells& done) {
  const window_values of = values_at(at, done);
  account told;
  told.words.push_back(how_dabf_is_counted);
  told.words.push_back(
      "The oracle's answer, once it is there, is what the record gets, and both pairs learn it: "
      "the "
      "paper names that as the way to fewer questions, and counts without it. The paper's text "
      "reads its FNR as a share of the negative answers; by its definition, which is used here, it "
      "is one of the members' records.");
  told.tables.push_back(
      {"numbers of the text",
       {"what", "paper", "ours", "difference"},
       {beside_text("precision of 1bf", "about ", 0.5, after(of.preloaded, "precision", whole)),
        beside_text("precision, w = 1,000", "close to ", 1, after(of.widest(), "precision", whole)),
        beside_text("FPR, w = 1,000", "", 0, after(of.widest(), "fpr", whole)),
        beside_text("FNR, w = 1,000", "close to ", 0.2, after(of.widest(), "fnr", whole))}});
  told.tables.push_back(all_lines(of));
  told.plots = plots_of(of);
  judge_rates(of, told);
  judge_costs(of, told);
  judge_misses(of, told);
  return told;
}

}  // namespace dabf_window

std::vector<experiment> dabf_window_figures() {
  using namespace dabf_window;
  return {
      {"dabf-figure-4", "the sliding window", "DABF, Figure 4", cells_of_figure_4, tell_figure_4}};
}

}  // namespace sluice::lab
