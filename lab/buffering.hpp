#pragma once

#include <algorithm>

#include "sluice/sluice.hpp"
#include "trace.hpp"

namespace sluice::lab {

/// How Deng & Rafiei compare: SBF; FPBuffering, a buffer with a coin that has SBF's FPR; the buffer
/// without the coin; a Bloom filter. All in the same space, where the buffers' is that of the keys
/// alone, as in the paper.
struct comparison {
  contender sbf;
  std::uint64_t bits = 0;
  std::uint64_t key_bits = 64;  ///< of a buffered key
  std::string stream;           ///< its name, with all that it depends on but the seed
  std::uint64_t records = 0;
  std::uint64_t distinct = 0;  ///< keys, about, for the Bloom filter's k; 0: none is run
};

/// `sbf_fnr`, `fpr` (of both), `fp_buffer_fnr`, `buffer_fnr` and `bloom_fpr`.
template <class Make>
cell compare(const comparison& wanted, const setting& at, Make make_stream) {
  const bool bloom = wanted.distinct > 0;
  const auto run = [=](course& progress) {
    const auto rates = [&](auto&& subject) {
      auto stream = make_stream(run_seed(at, 0));
      error_rates sum;
      constexpr std::uint64_t stretch = 1 << 18;
      for (std::uint64_t done = 0; done < wanted.records && !progress.stopped(); done += stretch) {
        const std::uint64_t count = std::min(stretch, wanted.records - done);
        sum += measure(subject, stream, count);
        progress.advance(count);
      }
      return sum;
    };
    measurement values;
    const auto subject = wanted.sbf.make(run_seed(at, 0));
    const error_rates sbf = rates(*subject);
    values["sbf_fnr"] = {sbf.fnr()};
    values["fpr"] = {sbf.fpr()};
    values["distinct"] = {static_cast<double>(sbf.fresh)};
    // More keys than there are records are never held, and the memory for them need not be taken.
    const std::uint64_t n =
        std::clamp<std::uint64_t>(wanted.bits / wanted.key_bits, 1, wanted.records);
    values["fp_buffer_fnr"] = {
        rates(fp_buffer_filter({.n = n, .q = sbf.fpr()}, run_seed(at, 0))).fnr()};
    if (bloom) {
      values["buffer_fnr"] = {rates(buffer_filter({.n = n})).fnr()};
      const auto m = static_cast<double>(wanted.bits);
      const std::uint64_t k =
          std::min<std::uint64_t>(30, bloom_best_k(m, static_cast<double>(wanted.distinct)));
      values["bloom_fpr"] = {
          rates(bloom_filter({.m = wanted.bits, .k = k, .block = wanted.bits})).fpr()};
    }
    return values;
  };
  return {fmt::format("{} beside buffers of {} bits, {} a key{}, over {}, {} records",
                      wanted.sbf.name(), wanted.bits, wanted.key_bits,
                      bloom ? ", and a Bloom filter" : "", wanted.stream, wanted.records),
          static_cast<double>(wanted.records) * (bloom ? 4 : 2), run};
}

}  // namespace sluice::lab
