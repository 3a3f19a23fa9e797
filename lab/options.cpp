#include "options.hpp"

#include <algorithm>
#include <charconv>

namespace sluice::lab {
namespace {

/// The whole text as a number, or a negative one.
double number_from(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? value : -1;
}

}  // namespace

result<double> scale_from(const std::string& text) {
  const std::size_t slash = text.find('/');
  const double above = number_from(std::string_view(text).substr(0, slash));
  const double below =
      slash == std::string::npos ? 1 : number_from(std::string_view(text).substr(slash + 1));
  const double scale = above / below;
  if (above > 0 && below > 0 && scale <= 1) return scale;
  return error{error_code::bad_value,
               "the scale must be more than 0 and at most 1, such as 1/50, not '" + text + "'"};
}

result<std::vector<const experiment*>> experiments_named(const std::vector<std::string>& ids) {
  std::vector<const experiment*> chosen;
  const auto wanted = [&](const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  for (const std::string& id : ids) {
    const auto& all = all_experiments();
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const experiment& each) { return each.id == id; });
    if (id == "all") continue;
    if (known == all.end()) {
      return error{error_code::unknown_name,
                   "there is no experiment '" + id + "'; sluice-lab list shows them all"};
    }
  }
  for (const experiment& each : all_experiments()) {
    if (wanted(each.id) || wanted("all")) chosen.push_back(&each);
  }
  return chosen;
}

}  // namespace sluice::lab
