#include "writing/outlet.hpp"

#include <algorithm>

namespace sluice {
namespace {

fate fate_of(verdict said) noexcept {
  return said == verdict::fresh ? fate::fresh : fate::repeat;
}

}  // namespace

void outlet::write(const block& records, std::span<const verdict> verdicts, bool header) {
  decide(records, verdicts);
  if (header && records.is_first_header) write_header(records);
  switch (wanted_) {
    case selection::fresh:
      return write_runs(records, fate::fresh);
    case selection::repeats:
      return write_runs(records, fate::repeat);
    case selection::marked:
      return write_marked(records);
  }
}

/// Puts the records without a key back among those that have a verdict.
void outlet::decide(const block& records, std::span<const verdict> verdicts) {
  const fate without_key = keyless_ == keyless_policy::pass ? fate::fresh : fate::dropped;
  fates_.resize(records.records());
  auto next = fates_.begin();
  auto answer = verdicts.begin();
  for (const std::uint32_t keyless : records.keyless) {
    const auto end = answer + (fates_.begin() + keyless - next);
    next = std::transform(answer, end, next, fate_of);
    answer = end;
    *next++ = without_key;
  }
  std::transform(answer, verdicts.end(), next, fate_of);
}

void outlet::write_header(const block& records) noexcept {
  if (wanted_ == selection::marked) to_.append("verdict\t");
  to_.append(records.header);
}

/// Neighbours are written in one piece.
void outlet::write_runs(const block& records, fate wanted) noexcept {
  const std::string_view text = records.text.view();
  const std::size_t count = fates_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (fates_[i] != wanted) continue;
    const std::size_t begin = records.edges[i];
    while (i < count && fates_[i] == wanted) ++i;
    to_.append(text.substr(begin, records.edges[i] - begin));
  }
}

void outlet::write_marked(const block& records) noexcept {
  for (std::size_t i = 0; i < fates_.size(); ++i) {
    if (fates_[i] == fate::dropped) continue;
    to_.append(fates_[i] == fate::fresh ? names_.fresh : names_.repeat);
    to_.append(records.record(i));
  }
}

}  // namespace sluice
