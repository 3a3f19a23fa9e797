#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "reading/source.hpp"
#include "reading/stop_signal.hpp"

namespace sluice {

/// A file, a pipe or a terminal. It reads rather than maps: a mapped file that somebody truncates
/// kills the program.
class file_source final : public source {
 public:
  /// "-" is standard input. `consumed` counts the bytes read.
  static result<std::unique_ptr<file_source>> open(const std::string& path, const stop_signal& stop,
                                                   std::atomic<std::uint64_t>& consumed);
  ~file_source() override;
  file_source(const file_source&) = delete;
  file_source& operator=(const file_source&) = delete;

  result<std::size_t> read(std::span<char> into) override;
  bool ready() override;

  /// The first bytes, which stay to be read: as many as it takes to tell a compressed file.
  result<std::string_view> first_bytes();

  static constexpr std::size_t longest_magic = 4;

 private:
  file_source(int descriptor, bool regular, const stop_signal& stop,
              std::atomic<std::uint64_t>& consumed)
      : descriptor_(descriptor), regular_(regular), stop_(stop), consumed_(consumed) {}

  result<std::size_t> read_on(std::span<char> into);
  bool wait(int milliseconds) const;

  int descriptor_;
  bool regular_;
  bool known_ready_ = false;
  const stop_signal& stop_;
  std::atomic<std::uint64_t>& consumed_;
  std::array<char, longest_magic> head_{};
  std::size_t head_size_ = 0;
  std::size_t head_taken_ = 0;
};

/// The file's source behind the decompressor that its first bytes ask for.
result<std::unique_ptr<source>> open_source(const std::string& path, const stop_signal& stop,
                                            std::atomic<std::uint64_t>& consumed);

}  // namespace sluice
