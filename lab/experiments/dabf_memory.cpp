// Figures 2 and 3 of the DABF paper: its pair of filters (`appending`), all of the set in one
// (`preloaded`, its 1bf), and `remembering`, by memory and skew.

#include "experiments/dabf_curve.hpp"
#include "experiments/families.hpp"
#include "judging.hpp"

namespace sluice::lab {
namespace dabf_memory {

constexpr double whole = 4000;  // records of a stream

/// One of the two figures, once its cells are finished.
class memory_account {
 public:
  memory_account(std::string id, memory_figure axes, const setting& at, const finished_cells& done)
      : id_(std::move(id)), axes_(std::move(axes)), at_(at), done_(done) {
    told_.words = {how_dabf_is_counted, remembering_in_words()};
    told_.plots = {precision(), recall(), questions()};
  }

  using line = membership_curve (*)(const membership_setting&, std::uint64_t);

  const measurement& values(line make, double exponent, std::uint64_t bits) const {
    const membership_curve one = make(axes_.setting(exponent, dabf_streams, at_.seed), bits);
    return values_of(one, done_);
  }

  const std::vector<std::uint64_t>& amounts() const { return axes_.amounts; }

  void add(const char* says, outcome found, std::string ours) {
    told_.claims.push_back({place(), says, found, std::move(ours)});
  }
  void add(table shown) { told_.tables.push_back(std::move(shown)); }

  account finish() && {
    add(all_points());
    return std::move(told_);
  }

 private:
  std::string place() const { return "DABF VII.A, Figure " + id_.substr(id_.rfind('-') + 1); }

  std::string remembering_in_words() const {
    double precision = 1;
    double recall = 1;
    std::size_t points = 0;
    for (const double exponent : axes_.exponents) {
      for (const std::uint64_t bits : axes_.amounts) {
        const measurement& of = values(remembering_curve, exponent, bits);
        precision = std::min(precision, lowest(of, "precision"));
        recall = std::min(recall, lowest(of, "recall"));
        points += of.at("recall").size();
      }
    }
    return fmt::format(
        "remembering is not in the paper: fingerprints with their answers, those used longest ago "
        "fall out and are asked for again. Over its {} points the lowest precision is {:.4f} and "
        "the lowest recall {:.4f}; its price is in the questions.",
        points, precision, recall);
  }

  table all_points() const {
    table shown{fmt::format("B = {}, after 4,000 records", with_commas(axes_.members)),
                {"α", "N", "appending: precision", "recall", "questions", "preloaded: precision",
                 "recall", "remembering: precision", "recall", "questions"},
                {}};
    for (const double exponent : axes_.exponents) {
      for (const std::uint64_t bits : axes_.amounts) {
        const measurement& pair = values(appending_curve, exponent, bits);
        const measurement& single = values(preloaded_curve, exponent, bits);
        const measurement& ours = values(remembering_curve, exponent, bits);
        shown.rows.push_back(
            {fmt::format("{}", exponent), with_commas(bits), share(after(pair, "precision", whole)),
             share(after(pair, "recall", whole)), rounded(after(pair, "questions", whole)),
             share(after(single, "precision", whole)), share(after(single, "recall", whole)),
             share(after(ours, "precision", whole)), share(after(ours, "recall", whole)),
             rounded(after(ours, "questions", whole))});
      }
    }
    return shown;
  }

  series by_memory(const std::string& name, line make, double exponent, stroke how) const {
    series made{name, {}, {}, how};
    for (const std::uint64_t bits : axes_.amounts) {
      made.x.push_back(static_cast<double>(bits));
      made.y.push_back(after(values(make, exponent, bits), "precision", whole));
    }
    return made;
  }

  plot precision() const {
    plot shown{id_ + "-precision",
               "Precision after 4,000 records",
               "N, bits",
               "precision",
               false,
               false,
               {}};
    for (const double exponent : {0.5, 2.0}) {
      const std::string skew = fmt::format(", α = {}", exponent);
      shown.curves.push_back(
          by_memory("appending" + skew, appending_curve, exponent, stroke::line));
      shown.curves.push_back(
          by_memory("preloaded" + skew, preloaded_curve, exponent, stroke::dashed));
      shown.curves.push_back(
          by_memory("remembering" + skew, remembering_curve, exponent, stroke::line));
    }
    return shown;
  }

  void along(plot& shown, const char* name, line make, double exponent, const char* what,
             stroke how) const {
    const measurement& of = values(make, exponent, axes_.amounts.front());
    shown.curves.push_back(
        curve(fmt::format("{}, α = {}", name, exponent), of.at("records"), of.at(what), how));
  }

  plot recall() const {
    plot shown{id_ + "-recall",
               fmt::format("Recall in {} bits", with_commas(axes_.amounts.front())),
               "records",
               "recall",
               false,
               false,
               {}};
    for (const double exponent : axes_.exponents) {
      along(shown, "appending", appending_curve, exponent, "recall", stroke::line);
    }
    along(shown, "remembering", remembering_curve, 0.5, "recall", stroke::dashed);
    along(shown, "remembering", remembering_curve, 2.0, "recall", stroke::dashed);
    return shown;
  }

  plot questions() const {
    plot shown{
        id_ + "-questions",
        fmt::format("Questions to the oracle in {} bits", with_commas(axes_.amounts.front())),
        "records",
        "questions",
        false,
        true,
        {}};
    for (const double exponent : {0.5, 1.0, 2.0}) {
      along(shown, "appending", appending_curve, exponent, "questions", stroke::line);
      along(shown, "remembering", remembering_curve, exponent, "questions", stroke::dashed);
    }
    return shown;
  }

  std::string id_;
  memory_figure axes_;
  setting at_;
  const finished_cells& done_;
  account told_;
};

/// After how many records the recall falls below a bound, between two points on the line; 0: never.
double falls_below(const measurement& of, double bound) {
  const auto& recall = of.at("recall");
  const auto& records = of.at("records");
  for (std::size_t i = 0; i < recall.size(); ++i) {
    if (recall[i] >= bound) continue;
    if (i == 0) return records[0];
    const double part = (recall[i - 1] - bound) / (recall[i - 1] - recall[i]);
    return records[i - 1] + part * (records[i] - records[i - 1]);
  }
  return 0;
}

// What a word of the text is taken to ask for.
constexpr double optimal = 0.99;
constexpr double nearly_optimal = 0.95;

// Figure 2: B = 100.

std::vector<cell> cells_of_figure_2(const setting& at) {
  const memory_figure axes = figure_2_axes();
  auto lines = compare_memories(axes, dabf_streams, at.seed);
  const membership_setting skewed = axes.setting(2.0, dabf_streams, at.seed);
  for (const std::uint64_t bits : axes.amounts) lines.push_back(half_curve(skewed, bits));
  return cells_of(lines);
}

void judge_little_skew(memory_account& told) {
  const measurement& pair = told.values(appending_curve, 0.5, 1000);
  const double precision = lowest(pair, "precision");
  told.add("α = 0.5: the precision of DABF is optimal with 1,000 bits",
           graded(precision >= optimal, precision >= nearly_optimal),
           fmt::format("never below {:.4f}", precision));
  const double recall = after(pair, "recall", 1000);
  told.add("α = 0.5: its recall drops quickly, since β is full after some dozens of keys",
           graded(recall < 0.5, recall < 0.9),
           fmt::format("in 1,000 bits {:.3f} after 200 records, {:.3f} after 1,000, {:.3f} after "
                       "4,000; β has {:.0f} of its 100 bits set after 200",
                       after(pair, "recall", 200), recall, after(pair, "recall", whole),
                       after(pair, "questions", 200)));
  const measurement& single = told.values(preloaded_curve, 0.5, 2000);
  const double one = lowest(single, "precision");
  told.add("α = 0.5: 1bf is optimal in precision with 2,000 bits, and always in recall",
           graded(one >= optimal && lowest(single, "recall") == 1, one >= nearly_optimal),
           fmt::format("precision never below {:.4f}, recall never below {:.3f}", one,
                       lowest(single, "recall")));
}

void judge_much_skew(memory_account& told) {
  const measurement& pair = told.values(appending_curve, 2.0, 1000);
  const double precision = lowest(pair, "precision");
  told.add("α = 2: the precision of DABF is optimal with 1,000 bits",
           graded(precision >= optimal, precision >= nearly_optimal),
           fmt::format("never below {:.4f}", precision));
  const double early = after(pair, "recall", 1000);  // it only falls
  told.add("α = 2: over the first 1,000 records recall is never below 0.9, even in 1,000 bits",
           graded(early >= 0.9, early >= 0.85),
           fmt::format("{:.3f} after 1,000 records, {:.3f} after 4,000", early,
                       after(pair, "recall", whole)));
}

void judge_half(memory_account& told) {
  double precision = 1;
  double gain = 1;
  for (const std::uint64_t bits : told.amounts()) {
    const measurement& half = told.values(half_curve, 2.0, bits);
    const measurement& ninth = told.values(appending_curve, 2.0, bits);
    precision = std::min(precision, lowest(half, "precision"));
    gain = std::min(gain, after(half, "recall", whole) - after(ninth, "recall", whole));
  }
  told.add("α = 2: θ = 1/2 keeps a precision above 0.9 and slows the fall of the recall",
           graded(precision > 0.9 && gain > 0, gain > 0),
           fmt::format("precision never below {:.3f}; after 4,000 records the recall is higher by "
                       "{:.3f} or more in each of the memories",
                       precision, gain));
}

account tell_figure_2(const setting& at, const finished_cells& done) {
  memory_account told("dabf-figure-2", figure_2_axes(), at, done);
  const measurement& skewed = told.values(appending_curve, 2.0, 1000);
  told.add({"numbers of the text",
            {"what", "paper", "ours", "difference"},
            {beside_text("recall of DABF, α = 2, N = 1,000, after 1,000 records", "at least ", 0.9,
                         after(skewed, "recall", 1000)),
             beside_text("precision of DABF with θ = 1/2, α = 2, N = 1,000, after 4,000", "above ",
                         0.9, after(told.values(half_curve, 2.0, 1000), "precision", whole))}});
  judge_little_skew(told);
  judge_much_skew(told);
  judge_half(told);
  return std::move(told).finish();
}

// Figure 3: B = 1,000.

std::vector<cell> cells_of_figure_3(const setting& at) {
  return cells_of(compare_memories(figure_3_axes(), dabf_streams, at.seed));
}

table numbers_of_figure_3(const memory_account& told) {
  const auto recall = [&](double exponent, std::uint64_t bits, double records) {
    return after(told.values(appending_curve, exponent, bits), "recall", records);
  };
  const auto single = [&](std::uint64_t bits) {
    return after(told.values(preloaded_curve, 0.5, bits), "precision", whole);
  };
  return {"numbers of the text",
          {"what", "paper", "ours", "difference"},
          {beside_text("precision of 1bf, α = 0.5, N = 4,000", "about ", 0.4, single(4000)),
           beside_text("precision of 1bf, α = 0.5, N = 10,000", "above ", 0.9, single(10000)),
           beside_text("recall of DABF, α = 0.5, N = 10,000, after 1,000 records", "below ", 0.7,
                       recall(0.5, 10000, 1000)),
           beside_text("recall of DABF, α = 2, N = 4,000, after 4,000", "above ", 0.89,
                       recall(2.0, 4000, whole))}};
}

void judge_figure_3(memory_account& told) {
  const measurement& even = told.values(appending_curve, 0.5, 4000);
  const measurement& single = told.values(preloaded_curve, 0.5, 4000);
  const double precision = lowest(even, "precision");
  told.add("α = 0.5: the precision of DABF is nearly optimal with 4,000 bits",
           graded(precision >= nearly_optimal, precision >= 0.9),
           fmt::format("never below {:.3f}", precision));
  const double one = after(single, "precision", whole);
  told.add("that of 1bf in the same memory is about 0.4",
           graded(about(0.4, one), about(0.4, one, 0.2)), fmt::format("{:.3f}", one));
  const measurement& large = told.values(appending_curve, 0.5, 10000);
  const double when = falls_below(large, 0.7);
  told.add("α = 0.5: even in 10,000 bits the recall of DABF drops below 0.7 within 1,000 records",
           graded(when > 0 && when<1000, when> 0),
           when > 0 ? fmt::format("after {:.0f} records; {:.3f} after 1,000", when,
                                  after(large, "recall", 1000))
                    : "never");
  const measurement& roomy = told.values(preloaded_curve, 0.5, 10000);
  told.add("1bf has a precision above 0.9 from 10,000 bits on, with a perfect recall",
           graded(after(roomy, "precision", whole) > 0.9 && lowest(roomy, "recall") == 1, false),
           fmt::format("{:.3f}, recall {:.3f}", after(roomy, "precision", whole),
                       lowest(roomy, "recall")));
  const measurement& skewed = told.values(appending_curve, 2.0, 4000);
  const double best = after(told.values(preloaded_curve, 2.0, 4000), "precision", whole);
  const double recall = after(skewed, "recall", whole);
  told.add(
      "α = 2: in 4,000 bits DABF beats 1bf, with a nearly perfect precision and a recall above "
      "0.89",
      graded(lowest(skewed, "precision") >= optimal && recall > 0.89,
             lowest(skewed, "precision") > best),
      fmt::format("precision never below {:.4f} beside {:.3f} of 1bf; recall {:.3f} beside 1",
                  lowest(skewed, "precision"), best, recall));
}

account tell_figure_3(const setting& at, const finished_cells& done) {
  memory_account told("dabf-figure-3", figure_3_axes(), at, done);
  told.add(numbers_of_figure_3(told));
  judge_figure_3(told);
  return std::move(told).finish();
}

}  // namespace dabf_memory

std::vector<experiment> dabf_memory_figures() {
  using namespace dabf_memory;
  return {{"dabf-figure-2", "impact of the memory, B = 100", "DABF, Figure 2", cells_of_figure_2,
           tell_figure_2},
          {"dabf-figure-3", "impact of the memory, B = 1000", "DABF, Figure 3", cells_of_figure_3,
           tell_figure_3}};
}

}  // namespace sluice::lab
