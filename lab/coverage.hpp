#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure.hpp"
#include "sluice/audit.hpp"
#include "sluice/catalog.hpp"
#include "streams/bursts.hpp"
#include "streams/gaps.hpp"
#include "streams/uniform.hpp"
#include "streams/zipf.hpp"

namespace sluice::lab {

/// How often something said to be true in 95 % of all cases was.
struct hits {
  std::uint64_t cases = 0;
  std::uint64_t held = 0;

  void count(const std::optional<estimate>& stated, double truth) {
    constexpr double rounding = 1e-12;
    cases += 1;
    held += stated && stated->low - rounding <= truth && truth <= stated->high + rounding;
  }
  hits& operator+=(const hits& other) {
    cases += other.cases;
    held += other.held;
    return *this;
  }
  double share() const { return static_cast<double>(held) / static_cast<double>(cases); }
};

/// Of an audit's intervals.
struct coverage {
  hits fpr, fnr, recent_fpr, recent_fnr, distinct;
  error_rates truth;  ///< of all runs together

  coverage& operator+=(const coverage& other) {
    fpr += other.fpr;
    fnr += other.fnr;
    recent_fpr += other.recent_fpr;
    recent_fnr += other.recent_fnr;
    distinct += other.distinct;
    truth += other.truth;
    return *this;
  }
};

/// A stream by its name, and the memory in which filters make errors with it.
struct covered_stream {
  std::string name;
  std::function<std::function<stream_record()>(std::uint64_t seed)> make;
  std::uint64_t memory = 0;
  std::uint64_t exact_memory = 0;  ///< for filters that keep keys themselves
};

inline std::vector<covered_stream> covered_streams(std::uint64_t records) {
  const auto from = [](auto stream) {
    const auto shared = std::make_shared<decltype(stream)>(std::move(stream));
    return std::function<stream_record()>([shared] { return shared->next(); });
  };
  const burst_stream::shape bursts{.v = 0.5, .b = 0.7, .l = 2, .u = 1e4, .length = records};
  constexpr std::uint64_t kib = 1024;
  return {
      {"uniform", [=](auto seed) { return from(uniform_stream(200000, seed)); }, 32 * kib,
       256 * kib},
      {"Zipf 1", [=](auto seed) { return from(zipf_stream(1000000, 1, seed)); }, 32 * kib,
       256 * kib},
      {"Zipf 2", [=](auto seed) { return from(zipf_stream(1000000, 2, seed)); }, kib / 2, 16 * kib},
      {"bursts", [=](auto seed) { return from(burst_stream(bursts, seed)); }, 32 * kib, 256 * kib},
      {"log-uniform gaps",
       [=](auto seed) { return from(gap_stream(log_uniform_gaps(1, 1e5), 0.5, 1e5, seed)); },
       32 * kib, 256 * kib},
  };
}

/// One run of a stream through a filter, held against the truth by several audits.
class coverage_run {
 public:
  coverage_run(const covered_stream& source, std::string_view filter_name, std::uint64_t records,
               std::uint64_t seed)
      : keys_(records), said_(records), repeat_(records) {
    const bool exact = filter_name.ends_with("buffer");
    const wish wanted{.memory_bytes = exact ? source.exact_memory : source.memory, .fpr = 0.01};
    const auto next = source.make(seed);
    const digester by(seed);  // other sample bits in every run
    for (std::uint64_t i = 0; i < records; ++i) {
      const stream_record record = next();
      keys_[i] = numbered(record.key, by);
      repeat_[i] = record.repeat;
    }
    (*make_filter(*make_plan(filter_name, wanted), seed))->observe(keys_, said_);
  }

  void hold_against(const audit_parameters& parameters, coverage& sum) const {
    audit subject(parameters);
    subject.observe(keys_, said_);
    const audit_estimates found = subject.estimates();
    const error_rates truth = since(0);
    const error_rates recent = since(keys_.size() - subject.figures().recent.records);
    sum.fpr.count(found.fpr, truth.fpr());
    sum.fnr.count(found.fnr, truth.fnr());
    sum.recent_fpr.count(found.recent_fpr, recent.fpr());
    sum.recent_fnr.count(found.recent_fnr, recent.fnr());
    sum.distinct.count(found.distinct, static_cast<double>(truth.fresh));
    sum.truth += truth;
  }

 private:
  error_rates since(std::uint64_t first) const {
    error_rates rates;
    for (std::uint64_t i = first; i < keys_.size(); ++i) rates.count(repeat_[i], said_[i]);
    return rates;
  }

  std::vector<digest> keys_;
  std::vector<verdict> said_;
  std::vector<bool> repeat_;
};

}  // namespace sluice::lab
