#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sluice::lab {

/// Rows of text under headings, as they are shown.
struct table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

enum class stroke { line, dashed, marks, bars };

/// One curve.
struct series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  stroke how = stroke::line;
};

struct plot {
  std::string id;  ///< the picture's file name, without its ending
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::vector<series> curves;
};

enum class outcome { holds, in_part, fails };

/// A sentence of a paper's evaluation, in our words, and what became of it here.
struct claim {
  std::string place;
  std::string says;
  outcome found;
  std::string ours;  ///< our figures
};

/// What an experiment has to say once its cells are finished.
struct account {
  std::vector<std::string> words;
  std::vector<table> tables;
  std::vector<plot> plots;
  std::vector<claim> claims;

  // Of the rates that the paper prints with some precision:
  int agreeing = 0;
  int misprinted = 0;
  int differing = 0;
};

inline const char* in_words(outcome found) {
  switch (found) {
    case outcome::holds:
      return "holds";
    case outcome::in_part:
      return "holds in part";
    default:
      return "does not hold";
  }
}

}  // namespace sluice::lab
