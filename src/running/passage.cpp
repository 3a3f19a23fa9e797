#include "running/passage.hpp"

#include <algorithm>
#include <chrono>

#include "running/readers.hpp"

namespace sluice {
namespace {

constexpr std::size_t largest_block = 256 << 10;

/// All blocks together, so that their text and digests stay far below 64 MiB.
constexpr std::size_t all_blocks = 4 << 20;

/// One for each reader, and some that wait for the filter.
std::size_t blocks_for(unsigned threads) {
  return threads + 4;
}

std::size_t block_size_for(unsigned threads) {
  return std::min(largest_block, all_blocks / blocks_for(threads));
}

std::uint64_t nanoseconds() {
  const std::chrono::nanoseconds now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(now.count());
}

}  // namespace

passage::passage(const passage_wish& wish, filter& judge, sink& out)
    : wish_(wish),
      judge_(judge),
      out_(out),
      outlet_(out, wish.written, wish.keyless),
      ring_(blocks_for(wish.threads)),
      stream_(wish.paths, wish.rules.format, wish.rules.keys, block_size_for(wish.threads), stop_) {
}

std::optional<error> passage::run() {
  const readers ahead(stream_, ring_, wish_.rules, stop_, wish_.threads);
  std::optional<error> failure;
  for (std::uint64_t turn = 0; !out_.failed(); ++turn) {
    // Records are not held back while more are waited for.
    if (!ring_.is_filled(turn)) out_.flush();
    block& records = ring_.wait_to_empty(turn);
    pass(records);
    if (records.failure) {
      failure = error{records.failure->code, place(records) + ": " + records.failure->message};
    }
    if (alarm_ && !failure) failure = alarm_;
    if (records.last || alarm_) break;
    if (records.text.capacity() > 2 * largest_block) records.text.release();
    ring_.give_back(turn);
  }
  out_.flush();
  if (out_.failed()) return out_.failure();
  return failure;
}

/// Past the filter and out.
void passage::pass(const block& records) {
  verdicts_.resize(records.keys.size());
  const std::uint64_t now = nanoseconds();
  judge_.advance_to(now);
  judge_.observe(records.keys, verdicts_);
  if (audit_ != nullptr) alarm_ = audit_->observe(now, records.keys, verdicts_);
  outlet_.write(records, verdicts_);
  count(records);
}

void passage::count(const block& records) noexcept {
  if (records.file != file_) records_of_file_ = 0;
  file_ = records.file;
  records_of_file_ += records.records() + (records.header.empty() ? 0 : 1);

  totals more{.records = records.records(), .keyless = records.keyless.size()};
  more.repeats =
      static_cast<std::uint64_t>(std::count(verdicts_.begin(), verdicts_.end(), verdict::repeat));
  more.fresh = records.keys.size() - more.repeats;
  if (more.records > 0) more.bytes = records.edges.back() - records.edges.front();
  totals_.add(more);
}

/// Where the stream failed: the file and the record.
std::string passage::place(const block& records) const {
  std::string name = stream_.name_of(records.file);
  if (records.at_record) return name + ", record " + std::to_string(records_of_file_ + 1);
  if (records_of_file_ == 0) return name;
  return name + ", after record " + std::to_string(records_of_file_);
}

}  // namespace sluice
