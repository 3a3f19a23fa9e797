#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sluice/error_rates.hpp"
#include "sluice/filter.hpp"

namespace sluice::lab {

/// The digest of a stream's numbered key.
inline digest numbered(std::uint64_t key, const digester& by = digester()) {
  return by({reinterpret_cast<const char*>(&key), sizeof key});
}

/// Shows `records` records of a stream to a filter.
template <class Stream>
error_rates measure(filter& subject, Stream& stream, std::uint64_t records) {
  constexpr std::size_t batch = 1024;
  std::array<digest, batch> keys;
  std::array<bool, batch> truth{};
  std::array<verdict, batch> said{};
  const digester by;
  error_rates rates;
  for (std::uint64_t done = 0; done < records; done += batch) {
    const std::size_t count = std::min<std::uint64_t>(batch, records - done);
    for (std::size_t i = 0; i < count; ++i) {
      const auto record = stream.next();
      keys[i] = numbered(record.key, by);
      truth[i] = record.repeat;
    }
    subject.observe({keys.data(), count}, {said.data(), count});
    for (std::size_t i = 0; i < count; ++i) rates.count(truth[i], said[i]);
  }
  return rates;
}

}  // namespace sluice::lab
