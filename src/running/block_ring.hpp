#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "reading/block.hpp"

namespace sluice {

/// A fixed number of blocks that go round: readers fill them in the order of the stream, one
/// thread empties them in that order. A turn is the number of a block in the stream.
class block_ring {
 public:
  explicit block_ring(std::size_t blocks) : slots_(blocks) {}

  /// Waits until the turn's block may be filled. Null once the ring was abandoned.
  block* wait_to_fill(std::uint64_t turn) noexcept {
    slot& place = slot_of(turn);
    return wait_for(place, empty_at(turn)) ? &place.content : nullptr;
  }

  void hand_over(std::uint64_t turn) noexcept {
    change(slot_of(turn), empty_at(turn), filled_at(turn));
  }

  bool is_filled(std::uint64_t turn) noexcept { return slot_of(turn).stage == filled_at(turn); }

  /// The turn's block, or null where it is not filled yet.
  const block* if_filled(std::uint64_t turn) noexcept {
    return is_filled(turn) ? &slot_of(turn).content : nullptr;
  }

  block& wait_to_empty(std::uint64_t turn) noexcept {
    slot& place = slot_of(turn);
    wait_for(place, filled_at(turn));
    return place.content;
  }

  void give_back(std::uint64_t turn) noexcept {
    change(slot_of(turn), filled_at(turn), empty_at(turn + slots_.size()));
  }

  /// Nobody empties blocks any more: whoever waits to fill one is sent home.
  void abandon() noexcept {
    for (slot& place : slots_) {
      place.stage = gone;
      place.stage.notify_all();
    }
  }

 private:
  struct alignas(64) slot {
    std::atomic<std::uint32_t> stage = 0;
    block content;
  };

  static constexpr std::uint32_t gone = 0xffffffff;

  // A slot's stages are empty, filled, empty in the next round, and so on: a reader that is a round
  // ahead must not take a block that another still works on. Rounds wrap far below `gone`.
  std::uint32_t empty_at(std::uint64_t turn) const noexcept {
    return static_cast<std::uint32_t>(2 * (turn / slots_.size()) & 0x7fffffff);
  }
  std::uint32_t filled_at(std::uint64_t turn) const noexcept { return empty_at(turn) + 1; }

  slot& slot_of(std::uint64_t turn) noexcept { return slots_[turn % slots_.size()]; }

  static bool wait_for(slot& place, std::uint32_t wanted) noexcept {
    std::uint32_t stage = place.stage;
    for (; stage != wanted && stage != gone; stage = place.stage) place.stage.wait(stage);
    return stage == wanted;
  }

  /// Leaves an abandoned slot as it is.
  static void change(slot& place, std::uint32_t from, std::uint32_t to) noexcept {
    if (place.stage.compare_exchange_strong(from, to)) place.stage.notify_all();
  }

  std::vector<slot> slots_;
};

}  // namespace sluice
