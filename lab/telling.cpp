#include "telling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sluice::lab {
namespace {

/// How many columns a text takes: bytes that begin a character.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t columns) {
  return text + std::string(columns - std::min(columns, width_of(text)), ' ');
}

std::string as_text(const table& shown) {
  std::vector<std::size_t> widths;
  for (const std::string& column : shown.columns) widths.push_back(width_of(column));
  for (const auto& row : shown.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text = " ";
    for (std::size_t i = 0; i < row.size(); ++i) text += " " + padded(row[i], widths[i]) + " ";
    return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  };
  std::string text = "\n" + shown.title + "\n" + line(shown.columns);
  for (const auto& row : shown.rows) text += line(row);
  return text;
}

}  // namespace

std::string as_text(const experiment& which, const account& told) {
  std::string text = fmt::format("{}: {} ({})\n", which.id, which.title, which.place);
  for (const std::string& words : told.words) text += words + "\n";
  for (const table& each : told.tables) text += as_text(each);
  if (!told.claims.empty()) text += "\n";
  for (const claim& each : told.claims) {
    text += fmt::format("  {}: {}. {}.\n", in_words(each.found), each.says, each.ours);
  }
  return text;
}

}  // namespace sluice::lab
