#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

/// Several values as one key. Each goes behind its length, so that ("a", "bc") and ("ab", "c")
/// differ.
class joined_key {
 public:
  void clear() noexcept { bytes_.clear(); }

  void add(std::string_view value) {
    const std::uint64_t size = value.size();
    for (unsigned shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(size >> shift);
    bytes_ += value;
  }

  std::string_view view() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace sluice
