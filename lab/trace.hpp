#pragma once

#include <algorithm>
#include <string>

#include "contender.hpp"
#include "experiment.hpp"
#include "measure.hpp"

namespace sluice::lab {

/// How a filter is followed along a stream.
struct route {
  std::string stream;          ///< its name, with all that it depends on but the seed
  std::uint64_t records = 0;   ///< its length
  std::uint64_t points = 200;  ///< looks on the way, at equal distances
  std::uint64_t runs = 1;      ///< over streams with different seeds, added up
};

/// A seed for each run of a setting.
inline std::uint64_t run_seed(const setting& at, std::uint64_t run) {
  return at.seed * 1000 + run;
}

inline std::vector<double> as_values(const error_rates& rates) {
  return {static_cast<double>(rates.fresh), static_cast<double>(rates.wrong_repeat),
          static_cast<double>(rates.repeats), static_cast<double>(rates.wrong_fresh)};
}

/// The rates of a filter along a stream. At each look: `records` so far; `fpr` and `fnr` over all
/// of them, as in the papers; `fill`, the share of cells in use, at this moment. At the end
/// `counts`: fresh records, those of them called repeats, repeats, those of them called fresh.
template <class Make>
cell trace(const contender& subject, const route& way, const setting& at, Make make_stream) {
  const auto work = static_cast<double>(way.records * way.runs);
  const std::string name = fmt::format("{} over {}, {} records, {} looks, {} runs", subject.name(),
                                       way.stream, way.records, way.points, way.runs);
  const auto follow = [=](course& progress) {
    const std::uint64_t points = std::min(way.points, way.records);
    std::vector<error_rates> rates(points);
    std::vector<double> fill(points);
    for (std::uint64_t run = 0; run < way.runs; ++run) {
      const auto filter = subject.make(run_seed(at, run));
      auto stream = make_stream(run_seed(at, run));
      error_rates so_far;
      for (std::uint64_t point = 0, done = 0; point < points && !progress.stopped(); ++point) {
        const std::uint64_t until = way.records * (point + 1) / points;
        so_far += measure(*filter, stream, until - done);
        progress.advance(until - done);
        done = until;
        rates[point] += so_far;
        fill[point] += filter->fill() / static_cast<double>(way.runs);
      }
    }
    measurement values{{"fill", fill}, {"counts", as_values(rates.back())}};
    for (std::uint64_t point = 0; point < points; ++point) {
      const std::uint64_t so_far = way.records * (point + 1) / points;
      values["records"].push_back(static_cast<double>(so_far));
      values["fpr"].push_back(rates[point].fpr());
      values["fnr"].push_back(rates[point].fnr());
    }
    return values;
  };
  return {name, work, follow};
}

/// Numbers of a finished cell that tell of its end.
inline double last(const measurement& of, const std::string& what) {
  return of.at(what).back();
}

}  // namespace sluice::lab
