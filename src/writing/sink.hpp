#pragma once

#include <cstddef>
#include <cstdint>
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
  enum class mode { anew, append };

  /// "-" is standard output, which is as it is. A file is made anew, or continued.
  static result<sink> open(const std::string& path, mode how = mode::anew);

  sink(sink&& other) noexcept;
  sink(const sink&) = delete;
  sink& operator=(const sink&) = delete;
  sink& operator=(sink&&) = delete;
  ~sink();

  void append(std::string_view bytes) noexcept;
  void flush() noexcept;

  /// The descriptor, for those who must look at what lies behind it.
  int descriptor() const noexcept { return descriptor_; }

  /// How long the file is up to what was flushed; 0 where it is no file.
  std::uint64_t size_of_file() const noexcept;

  /// Brings a file to the disk.
  void sync() const noexcept;

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
