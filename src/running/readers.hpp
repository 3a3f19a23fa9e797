#pragma once

#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "keys/key_reader.hpp"
#include "reading/input.hpp"
#include "reading/stop_signal.hpp"
#include "running/block_ring.hpp"

namespace sluice {

/// Threads that run ahead of the filter. One after the other they read and split a block; then each
/// reads and hashes the keys of its own, at the same time as the others.
class readers {
 public:
  readers(input& stream, block_ring& ring, const key_rules& rules, stop_signal& stop,
          unsigned threads);

  /// Sends the threads home, wherever they are, and waits for them.
  ~readers();
  readers(const readers&) = delete;
  readers& operator=(const readers&) = delete;

 private:
  void work();
  block* next_block(std::uint64_t& turn);

  input& stream_;
  block_ring& ring_;
  const key_rules& rules_;
  stop_signal& stop_;

  std::mutex reading_;  // guards stream_ and what follows
  std::uint64_t turns_ = 0;
  bool finished_ = false;

  std::vector<std::jthread> threads_;
};

}  // namespace sluice
