#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiment.hpp"
#include "membership/figures.hpp"
#include "numbers.hpp"

namespace sluice::lab {

/// They are short: all of them are run, at any scale.
inline constexpr std::uint64_t dabf_streams = 500;

inline constexpr const char* how_dabf_is_counted =
    "Mean of 500 streams, as in the paper, at any scale. Precision and recall count distinct keys, "
    "as the paper does; questions are those put to the oracle.";

/// A line of a figure as a cell: `records`, and after each of them what membership_tally has.
inline cell cell_of(const membership_curve& line) {
  const auto work = static_cast<double>(line.setting.records * line.setting.runs);
  return {line.name, work, [line](course& progress) {
            measurement values;
            double records = 0;
            for (const membership_tally& point : line.follow(progress)) {
              values["records"].push_back(records += static_cast<double>(line.step));
              values["precision"].push_back(point.precision);
              values["recall"].push_back(point.recall);
              values["questions"].push_back(point.questions);
              values["fpr"].push_back(point.fpr);
              values["fnr"].push_back(point.fnr);
            }
            return values;
          }};
}

inline std::vector<cell> cells_of(const std::vector<membership_curve>& lines) {
  std::vector<cell> all;
  for (const membership_curve& each : lines) all.push_back(cell_of(each));
  return all;
}

inline const measurement& values_of(const membership_curve& line, const finished_cells& done) {
  return *done.at(line.name);
}

/// After so many records; they must be at one of the points.
inline double after(const measurement& of, const std::string& what, double records) {
  const auto& looks = of.at("records");
  const auto found = std::find(looks.begin(), looks.end(), records);
  return of.at(what).at(static_cast<std::size_t>(found - looks.begin()));
}

inline double lowest(const measurement& of, const std::string& what) {
  return *std::min_element(of.at(what).begin(), of.at(what).end());
}

inline double highest(const measurement& of, const std::string& what) {
  return *std::max_element(of.at(what).begin(), of.at(what).end());
}

inline std::string share(double value) {
  return fmt::format("{:.3f}", value);
}

inline std::string rounded(double count) {
  return with_commas(static_cast<std::uint64_t>(std::llround(count)));
}

/// A number of the paper's text beside ours.
inline std::vector<std::string> beside_text(const std::string& what, const std::string& word,
                                            double paper, double ours) {
  return {what, fmt::format("{}{}", word, paper), share(ours),
          fmt::format("{:+.3f}", ours - paper)};
}

}  // namespace sluice::lab
