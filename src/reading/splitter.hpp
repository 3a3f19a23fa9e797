#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reading/format.hpp"

namespace sluice {

/// Finds where records end.
///
/// A text begins with a record. It may grow between two calls of split(); what was searched is not
/// searched again. Text must be readable for 64 bytes behind its end.
class splitter {
 public:
  explicit splitter(const record_format& format) : format_(format) {}

  /// Another text begins.
  void restart() noexcept {
    searched_ = 0;
    begin_ = 0;
    quoted_ = false;
    closed_ = nowhere;
  }

  /// Appends the ends of the records of `text` that are not there yet. False when it stopped short
  /// of the end, since `edges` would have had more than `most` entries.
  bool split(std::string_view text, std::vector<std::uint32_t>& edges, std::size_t most);

  /// Does the text so far end inside a quoted CSV field?
  bool inside_quotes() const noexcept { return quoted_; }

 private:
  bool split_at_ends(std::string_view text, std::vector<std::uint32_t>& edges, std::size_t most);
  bool split_csv(std::string_view text, std::vector<std::uint32_t>& edges, std::size_t most);
  bool split_fixed(std::string_view text, std::vector<std::uint32_t>& edges, std::size_t most);
  void meet_quote(std::string_view text, std::size_t place) noexcept;

  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  record_format format_;
  std::size_t searched_ = 0;
  std::size_t begin_ = 0;         // of the record at hand
  bool quoted_ = false;           // searched_ lies inside a quoted field
  std::size_t closed_ = nowhere;  // where the last quoted field ended
};

}  // namespace sluice
