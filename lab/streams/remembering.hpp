#pragma once

#include <cstdint>
#include <vector>

#include "streams/record.hpp"

namespace sluice::lab {

/// Keys below a limit, with the exact truth: one bit for each.
template <class Keys>
class remembering {
 public:
  remembering(Keys keys, std::uint64_t limit) : keys_(std::move(keys)), seen_(limit) {}

  stream_record next() {
    const std::uint64_t key = keys_.next().key;
    const bool repeat = seen_[key];
    seen_[key] = true;
    return {key, repeat};
  }

 private:
  Keys keys_;
  std::vector<bool> seen_;
};

}  // namespace sluice::lab
