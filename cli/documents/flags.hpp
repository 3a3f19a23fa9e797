#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "parse.hpp"

namespace sluice::cli {

/// "-m,--memory" as "-m" and "--memory".
inline std::vector<std::string> flags_of(const option& row) {
  const auto comma = row.flags.find(',');
  if (comma == std::string::npos) return {row.flags};
  return {row.flags.substr(0, comma), row.flags.substr(comma + 1)};
}

/// A command's rows and those that all have.
inline std::vector<option> all_options(command& subject) {
  std::vector<option> rows = subject.options();
  for (option& row : common_options()) rows.push_back(std::move(row));
  return rows;
}

/// The text with `mark` before each of these bytes.
inline std::string escaped(const std::string& text, const std::string& bytes, char mark) {
  std::string safe;
  for (const char each : text) {
    if (bytes.find(each) != std::string::npos) safe += mark;
    safe += each;
  }
  return safe;
}

inline std::string joined(const std::vector<std::string>& words, const std::string& between = " ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

}  // namespace sluice::cli
