#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/result.hpp"

namespace sluice {

/// Where records go: gathered, then written in one piece. The first failure stays; what comes after
/// it is not written.
class sink {
 public:
  /// "-" is standard output. A file is made anew.
  static result<sink> open(const std::string& path);

  sink(sink&& other) noexcept;
  sink(const sink&) = delete;
  sink& operator=(const sink&) = delete;
  sink& operator=(sink&&) = delete;
  ~sink();

  void append(std::string_view bytes) noexcept;
  void flush() noexcept;

  /// Writes the rest. A file is only safe once it was closed.
  void close() noexcept;

  bool failed() const noexcept { return failed_with_ != 0; }

  /// Nobody reads any more: an end, but no error.
  bool abandoned() const noexcept;
  std::optional<error> failure() const;

 private:
  static constexpr std::size_t size = 256 << 10;

  sink(int descriptor, std::string name);
  void write_all(std::string_view bytes) noexcept;

  int descriptor_;
  std::string name_;
  std::unique_ptr<char[]> gathered_;
  std::size_t used_ = 0;
  int failed_with_ = 0;
};

}  // namespace sluice
