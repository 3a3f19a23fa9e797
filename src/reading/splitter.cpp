#include "reading/splitter.hpp"

#include <algorithm>
#include <bit>

#include "reading/byte_masks.hpp"

namespace sluice {
namespace {

constexpr std::size_t stride = 64;

/// The bits of a mask that lie within the text, where fewer than 64 bytes are left of it.
std::uint64_t within(std::uint64_t mask, std::size_t left) noexcept {
  return left < stride ? mask & ((1ULL << left) - 1) : mask;
}

}  // namespace

bool splitter::split(std::string_view text, std::vector<std::uint32_t>& edges, std::size_t most) {
  switch (format_.kind) {
    case record_kind::fixed:
      return split_fixed(text, edges, most);
    case record_kind::csv:
      return split_csv(text, edges, most);
    default:
      return split_at_ends(text, edges, most);
  }
}

bool splitter::split_at_ends(std::string_view text, std::vector<std::uint32_t>& edges,
                             std::size_t most) {
  for (; searched_ < text.size(); searched_ += stride) {
    std::uint64_t ends = equal_mask(text.data() + searched_, format_.end);
    ends = within(ends, text.size() - searched_);
    if (edges.size() + stride > most) return false;
    for (; ends != 0; ends &= ends - 1) {
      edges.push_back(static_cast<std::uint32_t>(searched_ + 1) +
                      static_cast<std::uint32_t>(std::countr_zero(ends)));
    }
  }
  searched_ = text.size();
  return true;
}

/// RFC 4180: a field that begins with a quote ends with one; two in a row stand for one. Quotes
/// elsewhere are bytes like others.
bool splitter::split_csv(std::string_view text, std::vector<std::uint32_t>& edges,
                         std::size_t most) {
  for (; searched_ < text.size(); searched_ += stride) {
    const std::size_t left = text.size() - searched_;
    const std::uint64_t quotes = within(equal_mask(text.data() + searched_, '"'), left);
    const std::uint64_t ends = within(equal_mask(text.data() + searched_, format_.end), left);
    if (edges.size() + stride > most) return false;
    for (std::uint64_t events = quotes | ends; events != 0; events &= events - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(events));
      if ((quotes >> bit) & 1) {
        meet_quote(text, searched_ + bit);
      } else if (!quoted_) {
        begin_ = searched_ + bit + 1;
        edges.push_back(static_cast<std::uint32_t>(begin_));
      }
    }
  }
  searched_ = text.size();
  return true;
}

void splitter::meet_quote(std::string_view text, std::size_t place) noexcept {
  if (quoted_) {
    quoted_ = false;
    closed_ = place;
  } else if (place == begin_ || text[place - 1] == format_.separator() || place - 1 == closed_) {
    quoted_ = true;
  }
}

bool splitter::split_fixed(std::string_view text, std::vector<std::uint32_t>& edges,
                           std::size_t most) {
  const std::size_t found = text.size() / format_.width;
  while (edges.size() < std::min(found + 1, most)) {
    edges.push_back(static_cast<std::uint32_t>(edges.size() * format_.width));
  }
  return found + 1 <= most;
}

}  // namespace sluice
