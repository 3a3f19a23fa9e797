#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reading/format.hpp"
#include "sluice/result.hpp"

namespace sluice {

/// What of a record is its key: columns by number or by name, or JSON pointers. Nothing: all of it.
class key_list {
 public:
  key_list() = default;

  /// "2", "id,day", "/user/id": as such a format takes them.
  static result<key_list> parse(std::span<const std::string> lists, const record_format& format);

  bool empty() const noexcept { return entries_.empty(); }

  /// Are there columns by name, so that each file begins with a header?
  bool by_name() const noexcept { return by_name_; }

  /// The columns meant, counted from 0, rising. `header` comes without its end.
  result<std::vector<std::uint32_t>> columns(std::string_view header,
                                             const record_format& format) const;

  /// As they were given.
  std::span<const std::string> entries() const noexcept { return entries_; }

 private:
  std::vector<std::string> entries_;
  bool by_name_ = false;
};

}  // namespace sluice
