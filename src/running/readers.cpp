#include "running/readers.hpp"

#include <new>

#include "failures.hpp"

namespace sluice {
namespace {

/// Does `work` on the block; where there is no memory for it, the stream ends there.
template <class Work>
void or_fail(block& records, Work work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    records.edges.assign(1, 0);
    records.fail_after(0, bad_input("the system has no memory for its records; free some"), false);
  }
}

}  // namespace

readers::readers(input& stream, block_ring& ring, const key_rules& rules, stop_signal& stop,
                 unsigned threads)
    : stream_(stream), ring_(ring), rules_(rules), stop_(stop) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

readers::~readers() {
  stop_.raise();
  ring_.abandon();
}

void readers::work() {
  const auto keys = make_key_reader(rules_);
  std::uint64_t turn = 0;
  while (block* const records = next_block(turn)) {
    or_fail(*records, [&] { keys->read(*records); });
    ring_.hand_over(turn);
  }
}

/// The next block of the stream, filled; null when there is none.
block* readers::next_block(std::uint64_t& turn) {
  const std::lock_guard lock(reading_);
  if (finished_) return nullptr;
  turn = turns_++;
  block* const records = ring_.wait_to_fill(turn);
  if (records == nullptr) return nullptr;
  or_fail(*records, [&] { stream_.fill(*records); });
  finished_ = records->last;
  return records;
}

}  // namespace sluice
