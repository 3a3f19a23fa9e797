#pragma once

#include <atomic>
#include <cstdint>

namespace sluice {

/// What went through so far. records = fresh + repeats + keyless.
struct totals {
  std::uint64_t records = 0;
  std::uint64_t fresh = 0;
  std::uint64_t repeats = 0;
  std::uint64_t keyless = 0;
  std::uint64_t bytes = 0;  ///< of the records, unpacked

  /// Of the records that have a key.
  double repeats_per_cent() const noexcept {
    const std::uint64_t judged = fresh + repeats;
    return judged == 0 ? 0 : 100 * static_cast<double>(repeats) / static_cast<double>(judged);
  }

  totals& operator+=(const totals& more) noexcept {
    records += more.records;
    fresh += more.fresh;
    repeats += more.repeats;
    keyless += more.keyless;
    bytes += more.bytes;
    return *this;
  }
};

/// The same, counted by one thread and looked at by others. A look between two numbers of a block
/// does no harm.
class live_totals {
 public:
  void add(const totals& more) noexcept {
    records_ += more.records;
    fresh_ += more.fresh;
    repeats_ += more.repeats;
    keyless_ += more.keyless;
    bytes_ += more.bytes;
  }

  totals now() const noexcept { return {records_, fresh_, repeats_, keyless_, bytes_}; }

 private:
  std::atomic<std::uint64_t> records_ = 0;
  std::atomic<std::uint64_t> fresh_ = 0;
  std::atomic<std::uint64_t> repeats_ = 0;
  std::atomic<std::uint64_t> keyless_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace sluice
