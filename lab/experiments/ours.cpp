// What no paper has: all filters in the same memory at the same FPR, over streams under pressure,
// beside the exact LRU reference; by memory; and with room to spare.

#include "experiments/families.hpp"
#include "experiments/ours_settings.hpp"
#include "measure.hpp"
#include "numbers.hpp"
#include "streams/uniform.hpp"

namespace sluice::lab {
namespace ours {

constexpr double targets[] = {0.1, 0.01, 1e-3, 1e-4, 1e-6};

// The accuracy comparison.

/// A stream, and how many keys the reference remembers in it.
struct pressure {
  pressure_stream stream;
  std::vector<double> keys;
  std::string id;
  std::size_t drawn = 1;  // which of them is the picture's
};

std::vector<pressure> pressures() {
  std::vector<pressure> all;
  // Gaps shorter than what the reference remembers, as long, and longer.
  constexpr double mean = 40000;
  for (const double fresh : {0.1, 0.5, 0.9}) {
    const double distinct =
        stream_shape{gap_distribution::exponential(mean), 1 - fresh}.distinct_within(mean);
    all.push_back({exponential_pressure(fresh),
                   {1.6 * distinct, distinct, distinct / 2},
                   fmt::format("exponential-{:.0f}", fresh * 100)});
    all.push_back({log_uniform_pressure(fresh),
                   {10000, 2500},
                   fmt::format("log-uniform-{:.0f}", fresh * 100)});
  }
  for (const double exponent : {0.5, 1.0, 2.0}) {
    const double keys = exponent > 1.5 ? 200 : 40000;
    all.push_back({zipf_pressure(exponent), {keys, keys / 4}, fmt::format("zipf-{}", exponent)});
  }
  all.push_back({burst_pressure(), {20000, 10000}, "bursts"});
  return all;
}

cell accuracy_cell(const pressure& of, double keys, double target, const setting& at) {
  const double bits = keys * -std::log2(target);
  return at_equal_fpr(of.stream, static_cast<std::uint64_t>(bits / 512 + 1) * 64, target, at);
}

std::vector<cell> cells_of_accuracy(const setting& at) {
  std::vector<cell> all;
  for (const pressure& each : pressures()) {
    for (const double target : targets) {
      for (const double keys : each.keys) all.push_back(accuracy_cell(each, keys, target, at));
    }
  }
  return all;
}

std::optional<double> value(const measurement& of, const std::string& what) {
  const auto found = of.find(what);
  if (found == of.end()) return std::nullopt;
  return found->second[0];
}

std::string shown(const std::optional<double>& rate) {
  return rate ? fmt::format("{:.2f}", *rate * 100) : "–";
}

/// What the comparison is for: worst cases of recency, among the lines that a condition picks.
struct worst_cases {
  double over_reference = 0;
  double over_papers = 0;
  double over_best = 0;
  int lines = 0;

  void add(const measurement& of, double target) {
    ++lines;
    const double recency = of.at("recency")[0];
    over_reference = std::max(over_reference, recency / of.at("reference")[0]);
    for (const char* name : other_filters) {
      const auto other = value(of, name);
      if (!other) continue;
      const bool paper =
          std::string_view(name) == "stable" || std::string_view(name) == "reservoir";
      over_best = std::max(over_best, recency / *other);
      if (paper && target <= 0.01) over_papers = std::max(over_papers, recency / *other);
    }
  }

  std::string in_words(const char* where) const {
    return fmt::format(
        "Where the reference misses {} of the repeats ({} lines), recency misses at most {:.2f} "
        "times what the reference misses; {:.2f} times what the better of stable and reservoir "
        "misses, at targets of 1 % and below; {:.2f} times what the best of the others misses, at "
        "any target.",
        where, lines, over_reference, over_papers, over_best);
  }
};

/// One curve a filter: FNR by what `x` says.
std::vector<series> by_filter(const std::vector<const measurement*>& points,
                              const std::vector<double>& x) {
  std::vector<series> all;
  const auto add = [&](const std::string& name, const std::string& label, stroke how) {
    series line{label, {}, {}, how};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto rate = value(*points[i], name);
      if (!rate) continue;
      line.x.push_back(x[i]);
      line.y.push_back(*rate * 100);
    }
    if (!line.x.empty()) all.push_back(std::move(line));
  };
  add("recency", "recency", stroke::line);
  for (const char* name : {"window", "stable", "biased", "load-biased", "reservoir"}) {
    add(name, name, stroke::line);
  }
  add("reference", "exact LRU (reference)", stroke::dashed);
  return all;
}

account tell_accuracy(const setting& at, const finished_cells& done) {
  account told;
  table lines{"FNR in %, all filters at recency's FPR and in its memory",
              {"stream", "keys", "target", "FPR", "reference", "recency", "ratio"},
              {}};
  for (const char* name : other_filters) lines.columns.emplace_back(name);
  worst_cases light;
  worst_cases heavy;
  for (const pressure& each : pressures()) {
    std::vector<const measurement*> points;
    std::vector<double> fpr;
    for (const double target : targets) {
      for (std::size_t i = 0; i < each.keys.size(); ++i) {
        const measurement& of = *done.at(accuracy_cell(each, each.keys[i], target, at).name);
        const double reference = of.at("reference")[0];
        if (reference > 0.3) heavy.add(of, target);
        if (reference > 0.05 && reference <= 0.3) light.add(of, target);
        std::vector<std::string> row{each.stream.name,
                                     fmt::format("{:.0f}", each.keys[i]),
                                     fmt::format("{}", target),
                                     fmt::format("{:.3g}", of.at("fpr")[0]),
                                     shown(reference),
                                     shown(of.at("recency")[0]),
                                     fmt::format("{:.2f}", of.at("recency")[0] / reference)};
        for (const char* name : other_filters) row.push_back(shown(value(of, name)));
        lines.rows.push_back(std::move(row));
        if (i != each.drawn) continue;
        points.push_back(&of);
        fpr.push_back(of.at("fpr")[0]);
      }
    }
    told.plots.push_back({"accuracy-" + each.id, each.stream.name + ", same memory at each FPR",
                          "FPR: fresh records dropped as repeats",
                          "FNR: repeats passed as fresh, %", true, false, by_filter(points, fpr)});
  }
  told.words.push_back(
      "The reference is an exact LRU list of memory / log2(1/FPR) keys with a coin for the FPR; it "
      "cannot be built. Filters whose FPR moves in steps are read off between the steps.");
  told.words.push_back(light.in_words("5 to 30 %"));
  told.words.push_back(heavy.in_words("more than 30 %"));
  told.tables.push_back(std::move(lines));
  return told;
}

// By memory.

constexpr double memory_target = 0.01;

struct memory_stream {
  pressure_stream stream;
  std::string id;
};

std::vector<memory_stream> memory_streams() {
  return {{exponential_pressure(0.5), "exponential-50"},
          {log_uniform_pressure(0.5), "log-uniform-50"},
          {zipf_pressure(1), "zipf-1"}};
}

std::vector<std::uint64_t> memory_sizes() {
  std::vector<std::uint64_t> all;
  for (std::uint64_t bytes = 1 << 11; bytes <= 1 << 18; bytes *= 2) all.push_back(bytes);
  return all;
}

std::vector<cell> cells_of_memory(const setting& at) {
  std::vector<cell> all;
  for (const memory_stream& each : memory_streams()) {
    for (const std::uint64_t bytes : memory_sizes()) {
      all.push_back(at_equal_fpr(each.stream, bytes, memory_target, at));
    }
  }
  return all;
}

account tell_memory(const setting& at, const finished_cells& done) {
  account told;
  told.words.push_back(
      "All filters at the FPR that recency has for a bound of 1 %. Left out are those that never "
      "forget (bloom, counting), whose FPR grows with the stream.");
  for (const memory_stream& each : memory_streams()) {
    std::vector<const measurement*> points;
    std::vector<double> bytes;
    for (const std::uint64_t size : memory_sizes()) {
      points.push_back(done.at(at_equal_fpr(each.stream, size, memory_target, at).name));
      bytes.push_back(static_cast<double>(size) / 1024);
    }
    told.plots.push_back({"memory-" + each.id, each.stream.name + ", FPR bound 1 %", "memory, KiB",
                          "FNR: repeats passed as fresh, %", true, false,
                          by_filter(points, bytes)});
  }
  return told;
}

// With room to spare.

constexpr std::uint64_t room_bytes = 1 << 18;

/// Half as many keys as recency states to hold there.
std::uint64_t room_keys(double target) {
  const auto planned = make_plan("recency", {.memory_bytes = room_bytes, .fpr = target});
  return static_cast<std::uint64_t>(*planned->expected.remembers / 2);
}

cell room_cell(double target, const setting& at) {
  const std::uint64_t keys = room_keys(target);
  const auto run = [=](course& progress) {
    measurement values;
    for (const filter_kind& kind : all_filters) {
      if (progress.stopped()) break;
      const auto planned = kind.make_plan({.memory_bytes = room_bytes, .fpr = target});
      const auto subject = make_filter(*planned, at.seed);
      uniform_stream stream(keys, at.seed);
      values[std::string(kind.name)] = {measure(**subject, stream, 8 * keys).fnr()};
      progress.advance(8 * keys);
    }
    return values;
  };
  return {fmt::format("all filters with room to spare, bound {}, {} keys in {} bytes", target, keys,
                      room_bytes),
          static_cast<double>(8 * keys * all_filters.size()), run};
}

std::vector<cell> cells_of_room(const setting& at) {
  std::vector<cell> all;
  for (const double target : targets) all.push_back(room_cell(target, at));
  return all;
}

account tell_room(const setting& at, const finished_cells& done) {
  account told;
  told.words.push_back(
      "Half as many distinct keys as recency states to hold, each about eight times, in random "
      "order; what every filter misses of the repeats in the same memory.");
  table lines{"FNR in %, in 256 KiB", {"bound", "keys"}, {}};
  for (const filter_kind& kind : all_filters) lines.columns.emplace_back(kind.name);
  for (const double target : targets) {
    const measurement& of = *done.at(room_cell(target, at).name);
    std::vector<std::string> row{fmt::format("{}", target), with_commas(room_keys(target))};
    for (const filter_kind& kind : all_filters) {
      row.push_back(fmt::format("{:.3f}", of.at(std::string(kind.name))[0] * 100));
    }
    lines.rows.push_back(std::move(row));
  }
  told.tables.push_back(std::move(lines));
  return told;
}

}  // namespace ours

std::vector<experiment> our_comparisons() {
  using namespace ours;
  return {
      {"ours-accuracy", "all filters at equal memory and FPR", "ours", cells_of_accuracy,
       tell_accuracy},
      {"ours-memory", "all filters by memory", "ours", cells_of_memory, tell_memory},
      {"ours-room", "all filters with room to spare", "ours", cells_of_room, tell_room},
  };
}

}  // namespace sluice::lab
