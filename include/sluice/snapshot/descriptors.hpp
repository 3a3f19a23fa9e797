#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "sluice/snapshot/bytes.hpp"

namespace sluice {

/// Bytes to an open file, pipe or socket, which stays its owner's. To be sure that they are on the
/// disk he calls fsync().
class descriptor_sink final : public byte_sink {
 public:
  explicit descriptor_sink(int descriptor) : descriptor_(descriptor) {}

  std::optional<error> write(std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const ssize_t size = ::write(descriptor_, bytes.data(), bytes.size());
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) {
        return error{error_code::system_failure,
                     "cannot write the snapshot: " + std::system_category().message(errno)};
      }
      bytes = bytes.subspan(static_cast<std::size_t>(size));
    }
    return std::nullopt;
  }

 private:
  int descriptor_;
};

/// And from one.
class descriptor_source final : public byte_source {
 public:
  explicit descriptor_source(int descriptor) : descriptor_(descriptor) {}

  std::optional<error> read(std::span<std::byte> into) override {
    while (!into.empty()) {
      const ssize_t size = ::read(descriptor_, into.data(), into.size());
      if (size == 0) return damaged("is cut off");
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) return failure();
      into = into.subspan(static_cast<std::size_t>(size));
    }
    return std::nullopt;
  }

  std::optional<std::uint64_t> left() const override {
    struct stat about {};
    const off_t here = lseek(descriptor_, 0, SEEK_CUR);
    if (fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode) || here < 0) return std::nullopt;
    return about.st_size > here ? static_cast<std::uint64_t>(about.st_size - here) : 0;
  }

  std::optional<error> peek_at_end(std::span<std::byte> into) override {
    struct stat about {};
    fstat(descriptor_, &about);
    const auto from = about.st_size - static_cast<off_t>(into.size());
    const ssize_t size = pread(descriptor_, into.data(), into.size(), from);
    if (size < 0) return failure();
    if (static_cast<std::size_t>(size) < into.size()) return damaged("is cut off");
    return std::nullopt;
  }

 private:
  static error failure() {
    return {error_code::system_failure,
            "cannot read the snapshot: " + std::system_category().message(errno)};
  }

  int descriptor_;
};

}  // namespace sluice
