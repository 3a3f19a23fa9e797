#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sluice/digest.hpp"
#include "sluice/snapshot/bytes.hpp"

namespace sluice {

/// Makes blocks smaller, and back. sluice/snapshot/zstd.hpp has one.
class block_codec {
 public:
  virtual ~block_codec() = default;

  /// How many bytes of `into` it filled, which is as large as the block; 0 where it gains nothing.
  virtual std::size_t pack(std::span<const std::byte> block, std::span<std::byte> into) = 0;

  /// Fills all of `block`; false where these are not the bytes of such a one.
  virtual bool unpack(std::span<const std::byte> packed, std::span<std::byte> block) = 0;
};

/// How a block of cells lies in a snapshot.
enum class block_form : std::uint32_t { plain = 0, zeros = 1, zstd = 2 };

/// In front of each block.
struct block_head {
  std::uint32_t stored = 0;  ///< bytes that follow
  block_form form = block_form::plain;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(block_head) == 16);

/// At the end of a snapshot.
struct end_mark {
  std::uint64_t length = 0;  ///< of the whole snapshot with this mark
  std::uint64_t checksum = 0;
};
static_assert(sizeof(end_mark) == 16);

inline constexpr std::size_t block_size = 1 << 20;

/// Every checksum is of the bytes and of their place: the snapshot they belong to, their number in
/// it, and how they are stored. So blocks cannot be swapped, nor taken from another snapshot.
class block_checksums {
 public:
  explicit block_checksums(std::uint64_t of_header) : of_header_(of_header) {}

  std::uint64_t next(std::span<const std::byte> stored, block_form form) {
    const std::uint64_t place[] = {of_header_, number_++, static_cast<std::uint64_t>(form),
                                   stored.size()};
    return XXH3_64bits_withSeed(stored.data(), stored.size(), XXH3_64bits(place, sizeof place));
  }

  std::uint64_t of_end(std::uint64_t length) const {
    const std::uint64_t place[] = {of_header_, number_, length};
    return XXH3_64bits(place, sizeof place);
  }

  std::uint64_t number() const noexcept { return number_; }

 private:
  std::uint64_t of_header_;
  std::uint64_t number_ = 0;
};

/// Calls work(block) for pieces of at most block_size, until it returns an error.
template <class Byte, class Work>
std::optional<error> for_each_block(std::span<Byte> cells, Work work) {
  for (; !cells.empty(); cells = cells.subspan(std::min(block_size, cells.size()))) {
    if (auto failure = work(cells.first(std::min(block_size, cells.size())))) return failure;
  }
  return std::nullopt;
}

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Writes cells in blocks, and then the end.
class block_writer {
 public:
  block_writer(byte_sink& to, std::uint64_t header_checksum, std::uint64_t written_before,
               block_codec* codec)
      : to_(to),
        checksums_(header_checksum),
        written_(written_before),
        codec_(codec),
        packed_(codec != nullptr ? block_size : 0) {}

  std::optional<error> write(std::span<const std::byte> cells) {
    return for_each_block(cells, [&](auto block) { return write_block(block); });
  }

  std::optional<error> finish() {
    const std::uint64_t length = written_ + sizeof(end_mark);
    return to_.write(bytes_of(end_mark{length, checksums_.of_end(length)}));
  }

 private:
  std::optional<error> write_block(std::span<const std::byte> block) {
    block_form form = block_form::plain;
    if (is_zero(block)) {
      form = block_form::zeros;
      block = block.first(0);
    } else if (codec_ != nullptr) {
      const std::size_t size = codec_->pack(block, std::span(packed_).first(block.size()));
      if (size > 0) {
        form = block_form::zstd;
        block = std::span(packed_).first(size);
      }
    }
    const block_head head{static_cast<std::uint32_t>(block.size()), form,
                          checksums_.next(block, form)};
    written_ += sizeof head + block.size();
    if (auto failure = to_.write(bytes_of(head))) return failure;
    return block.empty() ? std::nullopt : to_.write(block);
  }

  /// Equal to itself moved by one, and its first byte is zero.
  static bool is_zero(std::span<const std::byte> block) {
    return block.front() == std::byte{0} &&
           std::memcmp(block.data(), block.data() + 1, block.size() - 1) == 0;
  }

  byte_sink& to_;
  block_checksums checksums_;
  std::uint64_t written_;
  block_codec* codec_;
  std::vector<std::byte> packed_;
};

/// Reads them again.
class block_reader {
 public:
  block_reader(byte_source& from, std::uint64_t header_checksum, std::uint64_t read_before,
               block_codec* codec)
      : from_(&from), checksums_(header_checksum), read_(read_before), codec_(codec) {}

  /// Fills cells that are zero so far.
  std::optional<error> read(std::span<std::byte> cells) {
    return for_each_block(cells, [&](auto block) { return read_block(block); });
  }

  /// Checks so many cells without keeping them.
  std::optional<error> skip(std::uint64_t cells) {
    std::vector<std::byte> block(std::min<std::uint64_t>(cells, block_size));
    while (cells > 0) {
      const auto size = std::min<std::uint64_t>(cells, block_size);
      if (auto failure = read_block(std::span(block).first(size))) return failure;
      cells -= size;
    }
    return std::nullopt;
  }

  std::optional<error> finish() {
    end_mark mark;
    if (auto failure = from_->read(std::as_writable_bytes(std::span(&mark, 1)))) return failure;
    const std::uint64_t length = read_ + sizeof mark;
    if (mark.length == length && mark.checksum == checksums_.of_end(length)) return std::nullopt;
    return damaged("is damaged at its end");
  }

 private:
  std::optional<error> read_block(std::span<std::byte> block) {
    const std::string number = std::to_string(checksums_.number());
    block_head head;
    if (auto failure = from_->read(std::as_writable_bytes(std::span(&head, 1)))) return failure;
    const bool plain = head.form == block_form::plain && head.stored == block.size();
    const bool zeros = head.form == block_form::zeros && head.stored == 0;
    const bool packed = head.form == block_form::zstd && head.stored < block.size();
    if (!plain && !zeros && !packed) return damaged("is damaged in block " + number);
    if (packed && codec_ == nullptr) {
      return error{error_code::unknown_name,
                   "the snapshot is compressed with zstd; read it with its codec"};
    }
    if (packed) packed_.resize(block_size);
    const auto stored = plain ? block : std::span(packed_).first(head.stored);
    if (auto failure = from_->read(stored)) return failure;
    read_ += sizeof head + stored.size();
    if (checksums_.next(stored, head.form) != head.checksum ||
        (packed && !codec_->unpack(stored, block))) {
      return damaged("is damaged in block " + number);
    }
    return std::nullopt;
  }

  byte_source* from_;
  block_checksums checksums_;
  std::uint64_t read_;
  block_codec* codec_;
  std::vector<std::byte> packed_;
};

}  // namespace sluice
