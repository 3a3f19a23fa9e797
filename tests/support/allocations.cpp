#include "support/allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> bytes{0};

void* counted(std::size_t size, std::size_t alignment) {
  calls += 1;
  bytes += size;
  void* const start =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(size)
          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (start == nullptr) throw std::bad_alloc();
  return start;
}

}  // namespace

void* operator new(std::size_t size) {
  return counted(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
// As simdjson asks: under ASan it would otherwise come from elsewhere than it is given back to.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size, 1);
}
void operator delete(void* start) noexcept {
  std::free(start);
}
void operator delete(void* start, std::size_t) noexcept {
  std::free(start);
}
void operator delete(void* start, std::align_val_t) noexcept {
  std::free(start);
}
void operator delete(void* start, std::size_t, std::align_val_t) noexcept {
  std::free(start);
}

namespace sluice::testing {

std::uint64_t allocations() {
  return calls;
}
std::uint64_t allocated_bytes() {
  return bytes;
}

}  // namespace sluice::testing
