#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace sluice {

/// A filter's memory: zeroed, aligned to cache lines, of one size for ever.
///
/// From 2 MiB on it is mapped, aligned to huge pages where the system gives them, and taken from
/// the system only as it is touched. So the system may promise more than it has: who wants to know
/// beforehand asks the machine for its memory. Throws std::bad_alloc where even the promise fails.
class storage {
 public:
  /// The whole cache lines that so many bytes take.
  static constexpr std::uint64_t rounded(std::uint64_t bytes) noexcept {
    return (bytes + line - 1) / line * line;
  }

  explicit storage(std::uint64_t bytes) : bytes_(rounded(bytes)) {
    start_ = mapped() ? map() : allocate();
  }

  storage(storage&& other) noexcept
      : start_(std::exchange(other.start_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  storage(const storage&) = delete;
  storage& operator=(const storage&) = delete;
  storage& operator=(storage&&) = delete;

  ~storage() {
    if (start_ == nullptr) return;
    if (mapped())
      munmap(start_, bytes_);
    else
      ::operator delete (start_, std::align_val_t{line});
  }

  std::span<std::byte> memory() noexcept { return {static_cast<std::byte*>(start_), bytes_}; }
  void* data() noexcept { return start_; }
  const void* data() const noexcept { return start_; }
  std::uint64_t bytes() const noexcept { return bytes_; }

  static constexpr std::uint64_t huge_page = 2 << 20;

 private:
  static constexpr std::uint64_t line = 64;

  bool mapped() const noexcept { return bytes_ >= huge_page; }

  void* allocate() const {
    void* start = ::operator new (bytes_, std::align_val_t{line});
    std::memset(start, 0, bytes_);
    return start;
  }

  // Maps a huge page too much and gives back what lies outside the aligned part.
  void* map() const {
    if (bytes_ > UINT64_MAX - huge_page) throw std::bad_alloc();
    void* const wide = mmap(nullptr, bytes_ + huge_page, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (wide == MAP_FAILED) throw std::bad_alloc();
    const auto begin = reinterpret_cast<std::uintptr_t>(wide);
    const std::uintptr_t aligned = (begin + huge_page - 1) / huge_page * huge_page;
    char* const start = static_cast<char*>(wide) + (aligned - begin);
    if (aligned != begin) munmap(wide, aligned - begin);
    const std::uintptr_t end = (aligned + bytes_ + page - 1) / page * page;
    if (end != begin + bytes_ + huge_page) {
      munmap(start + (end - aligned), begin + bytes_ + huge_page - end);
    }
    madvise(start, bytes_, MADV_HUGEPAGE);  // a wish; the filter works without
    return start;
  }

  static constexpr std::uint64_t page = 4096;

  void* start_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace sluice
