#include "running/choose_filter.hpp"

namespace sluice {

result<plan> choose_filter(std::string_view algorithm, const wish& wanted) {
  if (algorithm != "auto") return make_plan(algorithm, wanted);
  if (wanted.distinct) {
    const auto bloom = make_plan("bloom", wanted);
    if (bloom) return bloom;
  }
  return make_plan("recency", wanted);
}

}  // namespace sluice
