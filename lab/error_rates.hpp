#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "sluice/filter.hpp"

namespace sluice::lab {

/// Verdicts held against the truth.
struct error_rates {
  std::uint64_t fresh = 0;         ///< fresh records
  std::uint64_t wrong_repeat = 0;  ///< of these, called repeats
  std::uint64_t repeats = 0;       ///< repeats
  std::uint64_t wrong_fresh = 0;   ///< of these, called fresh

  void count(bool repeat, verdict said) {
    (repeat ? repeats : fresh) += 1;
    wrong_repeat += !repeat && said == verdict::repeat;
    wrong_fresh += repeat && said == verdict::fresh;
  }

  double fpr() const { return share(wrong_repeat, fresh); }
  double fnr() const { return share(wrong_fresh, repeats); }

  error_rates& operator+=(const error_rates& other) {
    fresh += other.fresh;
    wrong_repeat += other.wrong_repeat;
    repeats += other.repeats;
    wrong_fresh += other.wrong_fresh;
    return *this;
  }

 private:
  static double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

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
