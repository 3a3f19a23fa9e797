#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sluice {

static_assert(std::endian::native == std::endian::little,
              "snapshots hold numbers and cells as they lie in a little-endian memory");

/// Numbers and texts to bytes: little-endian, a text behind its length in two bytes.
class field_writer {
 public:
  template <class Number>
  void number(Number value) {
    static_assert(std::is_arithmetic_v<Number>);
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof value);
  }

  void text(std::string_view value) {
    value = value.substr(0, UINT16_MAX);
    number(static_cast<std::uint16_t>(value.size()));
    const auto* const first = reinterpret_cast<const std::byte*>(value.data());
    bytes_.insert(bytes_.end(), first, first + value.size());
  }

  /// Behind their count in two bytes, each by write(element).
  template <class List, class Write>
  void list(const List& elements, Write write) {
    number(static_cast<std::uint16_t>(elements.size()));
    for (const auto& element : elements) write(element);
  }

  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// And back. What is read past the end is zero and empty, and it says so afterwards.
class field_reader {
 public:
  explicit field_reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    static_assert(std::is_arithmetic_v<Number>);
    Number value{};
    const auto from = take(sizeof value);
    if (!from.empty()) std::memcpy(&value, from.data(), sizeof value);
    return value;
  }

  std::string text() {
    const auto from = take(number<std::uint16_t>());
    return {reinterpret_cast<const char*>(from.data()), from.size()};
  }

  template <class Read>
  auto list(Read read) {
    std::vector<decltype(read())> elements;
    const auto count = number<std::uint16_t>();
    for (std::uint16_t i = 0; i < count && !failed_; ++i) elements.push_back(read());
    return elements;
  }

  /// Was there all that was read, and nothing else?
  bool finished() const noexcept { return !failed_ && bytes_.empty(); }

 private:
  std::span<const std::byte> take(std::size_t size) {
    failed_ |= size > bytes_.size();
    if (failed_) return {};
    const auto taken = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return taken;
  }

  std::span<const std::byte> bytes_;
  bool failed_ = false;
};

}  // namespace sluice
