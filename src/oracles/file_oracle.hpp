#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/membership/oracle.hpp"

namespace sluice {

/// A piece of a file in memory, read only.
class mapped_text {
 public:
  static result<mapped_text> of(int descriptor, std::size_t size, const std::string& name);

  mapped_text(mapped_text&& other) noexcept;
  mapped_text(const mapped_text&) = delete;
  mapped_text& operator=(const mapped_text&) = delete;
  mapped_text& operator=(mapped_text&&) = delete;
  ~mapped_text();

  std::string_view view() const noexcept { return {start_, size_}; }

 private:
  mapped_text(const char* start, std::size_t size) noexcept : start_(start), size_(size) {}

  const char* start_;
  std::size_t size_;
};

/// A set of lines, exact, searched where it lies: the file is mapped and must be in the order of
/// its bytes. One that is not is sorted into a temporary copy first.
///
/// The file must not be cut short while it is used; to change it, put another in its place.
class file_oracle final : public oracle, public listed_set {
 public:
  static result<std::unique_ptr<file_oracle>> open(const std::string& path);

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override;
  std::optional<error> list(const std::function<void(std::string_view)>& take) override;

  bool contains(std::string_view key) const noexcept;

 private:
  explicit file_oracle(mapped_text lines) noexcept : lines_(std::move(lines)) {}

  mapped_text lines_;
};

}  // namespace sluice
