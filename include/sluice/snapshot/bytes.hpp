#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "sluice/result.hpp"

namespace sluice {

/// Where the bytes of a snapshot go.
class byte_sink {
 public:
  virtual ~byte_sink() = default;

  /// Writes all of them, or says why not.
  virtual std::optional<error> write(std::span<const std::byte> bytes) = 0;
};

/// Where they come from.
class byte_source {
 public:
  virtual ~byte_source() = default;

  /// Fills all of `into`, or says why not; bytes that end too early are a damaged snapshot.
  virtual std::optional<error> read(std::span<std::byte> into) = 0;

  /// How many are left, where that can be known.
  virtual std::optional<std::uint64_t> left() const { return std::nullopt; }

  /// The last ones, without moving on. Only asked of a source that knows how many are left, for no
  /// more than these.
  virtual std::optional<error> peek_at_end(std::span<std::byte> /*into*/) { return std::nullopt; }
};

inline error damaged(const std::string& what) {
  return {error_code::damaged, "the snapshot " + what + "; take an undamaged copy or start anew"};
}

/// A snapshot in memory.
class memory_sink final : public byte_sink {
 public:
  explicit memory_sink(std::vector<std::byte>& into) : into_(into) {}

  std::optional<error> write(std::span<const std::byte> bytes) override {
    into_.insert(into_.end(), bytes.begin(), bytes.end());
    return std::nullopt;
  }

 private:
  std::vector<std::byte>& into_;
};

class memory_source final : public byte_source {
 public:
  explicit memory_source(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::optional<error> read(std::span<std::byte> into) override {
    if (into.size() > bytes_.size()) return damaged("is cut off");
    std::copy_n(bytes_.begin(), into.size(), into.begin());
    bytes_ = bytes_.subspan(into.size());
    return std::nullopt;
  }

  std::optional<std::uint64_t> left() const override { return bytes_.size(); }

  std::optional<error> peek_at_end(std::span<std::byte> into) override {
    std::copy_n(bytes_.end() - static_cast<std::ptrdiff_t>(into.size()), into.size(), into.begin());
    return std::nullopt;
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace sluice
