#include "svg.hpp"

#include <fmt/format.h>

#include "axis.hpp"

namespace sluice::lab {
namespace {

constexpr double width = 560;
constexpr double left = 56;
constexpr double right = 20;
constexpr double top = 30;
constexpr double bottom = 318;      // of the plotting area
constexpr double legend_top = 372;  // its first line
constexpr double legend_step = 18;
constexpr int legend_columns = 2;
constexpr std::size_t colours = 8;

/// Marks with the name of a line and ", measured" take its colour and need no legend.
constexpr std::string_view measured = ", measured";

bool is_measured(const series& curve) {
  return curve.name.size() > measured.size() && curve.name.ends_with(measured);
}

class drawing {
 public:
  explicit drawing(const plot& shown)
      : plot_(shown),
        x_(all(&series::x), shown.log_x, true),
        y_(all(&series::y), shown.log_y, true) {}

  std::string svg(const std::string& inside) const {
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-label=\"{}\">{}",
        width, height(), escaped(plot_.title), inside);
    text += fmt::format("<text class=\"title\" x=\"{}\" y=\"18\">{}</text>", left,
                        escaped(plot_.title));
    text += ticks() + labels();
    std::size_t entry = 0;
    for (const series& each : plot_.curves) {
      text += curve(each);
      if (!is_measured(each)) text += legend(each, entry++);
    }
    return text + "</svg>\n";
  }

 private:
  std::vector<double> all(std::vector<double> series::*values) const {
    std::vector<double> joined;
    for (const series& each : plot_.curves) {
      joined.insert(joined.end(), (each.*values).begin(), (each.*values).end());
    }
    return joined;
  }

  double height() const {
    const auto entries =
        static_cast<double>(std::count_if(plot_.curves.begin(), plot_.curves.end(),
                                          [](const series& each) { return !is_measured(each); }));
    return legend_top + legend_step * std::ceil(entries / legend_columns);
  }

  double across(double value) const { return left + x_.place(value) * (width - left - right); }
  double up(double value) const { return bottom - y_.place(value) * (bottom - top); }

  std::string ticks() const {
    std::string text = "<g class=\"ticks\">";
    for (const axis::tick& each : y_.ticks()) {
      const double y = up(each.value);
      text += fmt::format(
          "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
          "<text text-anchor=\"end\" x=\"{}\" y=\"{:.1f}\">{}</text>",
          left, width - right, y, y, left - 6, y + 4, each.label);
    }
    for (const axis::tick& each : x_.ticks()) {
      const double x = across(each.value);
      text += fmt::format(
          "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\"/>"
          "<text text-anchor=\"middle\" x=\"{:.1f}\" y=\"{}\">{}</text>",
          x, x, bottom, bottom + 5, x, bottom + 18, each.label);
    }
    return text + "</g>";
  }

  std::string labels() const {
    constexpr double middle = (top + bottom) / 2;
    return fmt::format(
        "<text text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>"
        "<text text-anchor=\"middle\" transform=\"translate(13 {}) rotate(-90)\">{}</text>",
        (left + width - right) / 2, bottom + 36, escaped(plot_.x_label), middle,
        escaped(plot_.y_label));
  }

  /// The number of the curve's colour: its own, or that of the line it was measured for.
  std::size_t colour(const series& of) const {
    std::string name = of.name;
    if (is_measured(of)) name.resize(name.size() - measured.size());
    std::size_t number = 0;
    for (const series& each : plot_.curves) {
      if (each.name == name) break;
      number += !is_measured(each);
    }
    return number % colours;
  }

  std::string classes(const series& of) const {
    const char* const how = of.how == stroke::dashed  ? " dashed"
                            : of.how == stroke::marks ? " marks"
                                                      : "";
    return fmt::format("c{}{}", colour(of), how);
  }

  std::string curve(const series& of) const {
    std::string path;
    const char* step = "M";
    for (std::size_t i = 0; i < of.x.size(); ++i) {
      if (!x_.usable(of.x[i]) || !y_.usable(of.y[i])) continue;
      const double x = across(of.x[i]);
      const double y = up(of.y[i]);
      if (of.how == stroke::marks) {
        path += fmt::format("M{:.1f} {:.1f}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", x - 3, y);
      } else {
        path += fmt::format("{}{:.1f} {:.1f}", step, x, y);
        step = "L";
      }
    }
    return fmt::format("<path class=\"curve {}\" d=\"{}\"/>", classes(of), path);
  }

  std::string legend(const series& of, std::size_t entry) const {
    const double x =
        left + static_cast<double>(entry % legend_columns) * (width - left) / legend_columns;
    const std::size_t row = entry / legend_columns;
    const double y = legend_top + legend_step * static_cast<double>(row);
    return fmt::format("<path class=\"{}\" d=\"M{} {}h24\"/><text x=\"{}\" y=\"{}\">{}</text>",
                       classes(of), x, y - 4, x + 30, y, escaped(of.name));
  }

  const plot& plot_;
  axis x_;
  axis y_;
};

constexpr const char* light_colours =
    ":root{--ink:#222;--faint:#ddd;--paper:#fff;--c0:#d62728;--c1:#1f77b4;--c2:#2ca02c;"
    "--c3:#9467bd;--c4:#e08214;--c5:#17a2b8;--c6:#444;--c7:#b5651d}";

}  // namespace

const char* const svg_style =
    "svg text{font:13px system-ui,sans-serif;fill:var(--ink)}"
    "svg .title{font-weight:600;font-size:14px}"
    "svg .ticks line{stroke:var(--faint)}"
    "svg path{fill:none;stroke-width:2;stroke-linejoin:round}"
    "svg .dashed{stroke-dasharray:6 4}"
    "svg .marks{stroke-width:1.5}"
    "svg .c0{stroke:var(--c0)}svg .c1{stroke:var(--c1)}svg .c2{stroke:var(--c2)}"
    "svg .c3{stroke:var(--c3)}svg .c4{stroke:var(--c4)}svg .c5{stroke:var(--c5)}"
    "svg .c6{stroke:var(--c6)}svg .c7{stroke:var(--c7)}";

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string as_svg(const plot& shown) {
  return drawing(shown).svg("");
}

std::string as_svg_file(const plot& shown) {
  return drawing(shown).svg(
      fmt::format("<style>{}{}</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
                  light_colours, svg_style));
}

}  // namespace sluice::lab
