#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace sluice {

/// Walks the columns of a record, one after the other.
///
/// A value of a CSV record is what its quotes stand for: `"a"` and `a` are the same. Where a quoted
/// field begins and ends is decided as in the splitter.
class fields {
 public:
  /// `record` comes without its end; `quotes` as in CSV.
  fields(std::string_view record, char separator, bool quotes) noexcept
      : record_(record), separator_(separator), quotes_(quotes) {}

  /// Goes to the next column; false when there is none.
  bool next() noexcept {
    if (next_ > record_.size()) return false;
    begin_ = next_;
    const auto end = record_.find(separator_, is_quoted() ? closing_quote() : begin_);
    end_ = end == std::string_view::npos ? record_.size() : end;
    next_ = end_ + 1;
    return true;
  }

  /// What the column says. `scratch` holds it where quotes stand for one.
  std::string_view value(std::string& scratch) const {
    const std::string_view raw = record_.substr(begin_, end_ - begin_);
    if (!is_quoted()) return raw;
    const std::size_t close = closing_quote() - begin_;
    const std::string_view inside = raw.substr(1, close - 1);
    if (close + 1 >= raw.size() && inside.find('"') == std::string_view::npos) return inside;
    scratch.clear();
    for (std::size_t i = 0; i < inside.size(); i += inside[i] == '"' ? 2 : 1) scratch += inside[i];
    return scratch += raw.substr(std::min(close + 1, raw.size()));
  }

 private:
  bool is_quoted() const noexcept {
    return quotes_ && begin_ < record_.size() && record_[begin_] == '"';
  }

  /// Behind the record where the quote stays open.
  std::size_t closing_quote() const noexcept {
    std::size_t place = next_quote(begin_ + 1);
    while (place + 1 < record_.size() && record_[place + 1] == '"') place = next_quote(place + 2);
    return place;
  }

  std::size_t next_quote(std::size_t from) const noexcept {
    return std::min(record_.find('"', from), record_.size());
  }

  std::string_view record_;
  char separator_;
  bool quotes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t next_ = 0;
};

}  // namespace sluice
