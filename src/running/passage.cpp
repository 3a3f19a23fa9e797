#include "running/passage.hpp"

#include <algorithm>

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

}  // namespace

passage::passage(const passage_wish& wish, judge& by, sink& out)
    : wish_(wish),
      judge_(by),
      out_(out),
      outlet_(out, wish.written, wish.keyless, wish.names),
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
    pass(records, turn);
    if (records.failure) {
      failure = error{records.failure->code, place(records) + ": " + records.failure->message};
    }
    if (records.last) break;
    records.release_above(2 * largest_block);
    ring_.give_back(turn);
  }
  out_.flush();
  if (out_.failed()) return out_.failure();
  return failure;
}

/// Past the judge and out.
void passage::pass(block& records, std::uint64_t turn) {
  verdicts_.resize(records.keys.size());
  auto judged = judge_.decide(records, filled_after(turn), verdicts_);
  if (judged.failure) {
    records.fail_at_key(judged.keys, std::move(*judged.failure));
    verdicts_.resize(judged.keys);
  }
  outlet_.write(records, verdicts_);
  count(records);
}

/// The blocks behind this turn's that are ready, up to the first that is not.
std::span<const block* const> passage::filled_after(std::uint64_t turn) {
  ahead_.clear();
  for (std::uint64_t next = turn + 1; const block* const ready = ring_.if_filled(next); ++next) {
    ahead_.push_back(ready);
    if (ready->last) break;
  }
  return ahead_;
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
