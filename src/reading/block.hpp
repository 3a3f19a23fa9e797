#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/digest.hpp"
#include "sluice/result.hpp"

namespace sluice {

/// Bytes that grow without being cleared first. Some more behind them may be read (not used), so
/// that vector instructions need not care for the end.
class text_buffer {
 public:
  static constexpr std::size_t readable_behind = 64;

  std::string_view view() const noexcept { return {bytes_.get(), size_}; }
  std::size_t size() const noexcept { return size_; }
  std::size_t capacity() const noexcept { return capacity_; }
  std::span<char> room() noexcept { return {bytes_.get() + size_, capacity_ - size_}; }
  void grow(std::size_t by) noexcept { size_ += by; }
  void clear() noexcept { size_ = 0; }

  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    auto wider = std::make_unique_for_overwrite<char[]>(capacity + readable_behind);
    if (size_ > 0) std::memcpy(wider.get(), bytes_.get(), size_);
    bytes_ = std::move(wider);
    capacity_ = capacity;
  }

  void append(std::string_view text) {
    reserve(size_ + text.size());
    if (!text.empty()) std::memcpy(bytes_.get() + size_, text.data(), text.size());
    size_ += text.size();
  }

  void release() noexcept { *this = text_buffer(); }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// Some records on their way through the command, all from one file. Blocks are used again, so
/// that a record costs no allocation.
struct block {
  // Filled where bytes are read, in the order of the stream.
  text_buffer text;
  std::vector<std::uint32_t> edges;        ///< record i lies from edges[i] to edges[i + 1]
  std::size_t file = 0;                    ///< its place in the list of files
  std::string_view header;                 ///< the file's, if it begins here and has one
  bool is_first_header = false;            ///< the one that is written
  std::span<const std::uint32_t> columns;  ///< that hold the key, counted from 0
  bool last = false;                       ///< of the stream

  // Filled where keys are read.
  std::vector<digest> keys;            ///< one for each record that has a key
  std::vector<std::uint32_t> keyless;  ///< the numbers of the others, rising
  std::string key_bytes;               ///< the keys themselves, where they are kept
  std::vector<std::uint32_t> key_ends;

  /// What ended the stream early. `at_record`: the record behind the last one here is to blame.
  std::optional<error> failure;
  bool at_record = false;

  std::size_t records() const noexcept { return edges.empty() ? 0 : edges.size() - 1; }
  std::string_view record(std::size_t i) const noexcept {
    return text.view().substr(edges[i], edges[i + 1] - edges[i]);
  }

  std::string_view key(std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : key_ends[i - 1];
    return std::string_view(key_bytes).substr(begin, key_ends[i] - begin);
  }
  void keep_key(std::string_view key) {
    key_bytes += key;
    key_ends.push_back(static_cast<std::uint32_t>(key_bytes.size()));
  }

  void clear() noexcept {
    text.clear();
    edges.clear();
    header = {};
    is_first_header = false;
    last = false;
    keys.clear();
    keyless.clear();
    key_bytes.clear();
    key_ends.clear();
    failure.reset();
    at_record = false;
  }

  /// Gives back what a huge record took.
  void release_above(std::size_t size) {
    if (text.capacity() > size) text.release();
    if (key_bytes.capacity() > size) key_bytes = {};
  }

  /// The stream ends behind the first `count` records.
  void fail_after(std::size_t count, error why, bool a_record_is_to_blame) {
    if (count < records()) edges.resize(count + 1);
    failure = std::move(why);
    at_record = a_record_is_to_blame;
    last = true;
  }

  /// The stream ends before the record that key number `key` belongs to.
  void fail_at_key(std::size_t key, error why) {
    std::size_t before = 0;  // records without a key
    while (before < keyless.size() && keyless[before] <= key + before) ++before;
    keyless.resize(before);
    keys.resize(key);
    fail_after(key + before, std::move(why), true);
  }
};

}  // namespace sluice
