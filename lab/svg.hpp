#pragma once

#include <string>

#include "account.hpp"

namespace sluice::lab {

/// Text inside HTML and SVG.
std::string escaped(const std::string& text);

/// A plot as an SVG element, with classes that the page's style sheet colours. Every curve is one
/// path of the class `curve`.
std::string as_svg(const plot& shown);

/// The same as a file of its own, with light colours.
std::string as_svg_file(const plot& shown);

/// The rules that as_svg() counts on; `--c0` to `--c7`, `--ink`, `--faint` and `--paper` are
/// the colours.
extern const char* const svg_style;

}  // namespace sluice::lab
