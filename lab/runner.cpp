#include "runner.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <set>
#include <thread>

namespace sluice::lab {
namespace {

using clock = std::chrono::steady_clock;

std::atomic<bool> asked_to_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler writes it

/// While it lives, SIGINT and SIGTERM only leave word; one that was ignored stays so.
class stop_signals {
 public:
  stop_signals() {
    asked_to_stop = false;
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      sigaction(signals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler == SIG_IGN) continue;
      struct sigaction action {};
      action.sa_handler = [](int) { asked_to_stop = true; };
      sigaction(signals[i], &action, nullptr);
    }
  }
  ~stop_signals() {
    for (std::size_t i = 0; i < std::size(signals); ++i) {
      sigaction(signals[i], &before_[i], nullptr);
    }
  }
  stop_signals(const stop_signals&) = delete;
  stop_signals& operator=(const stop_signals&) = delete;

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM};
  struct sigaction before_[2]{};
};

double seconds_since(clock::time_point begin) {
  return std::chrono::duration<double>(clock::now() - begin).count();
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
}

/// What is left to do, each cell once, the largest first so that the cores end together.
std::vector<cell> left_to_do(const std::vector<const experiment*>& chosen, const setting& at,
                             const results& known) {
  std::vector<cell> left;
  std::set<std::string> names;
  for (const experiment* each : chosen) {
    for (cell& part : each->cells(at)) {
      if (known.find(part.name, at.seed) != nullptr || !names.insert(part.name).second) continue;
      left.push_back(std::move(part));
    }
  }
  std::stable_sort(left.begin(), left.end(),
                   [](const cell& a, const cell& b) { return a.work > b.work; });
  return left;
}

/// The threads that run cells, and the line that says how far they are.
class crew {
 public:
  crew(const std::vector<cell>& cells, const run_options& options, results& into)
      : cells_(cells), options_(options), results_(into) {
    for (const cell& each : cells) work_ += each.work;
  }

  std::optional<error> run() {
    const unsigned wanted =
        options_.threads > 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < wanted; ++i) threads.emplace_back([this] { work(); });
    watch();
    threads.clear();
    return trouble_;
  }

 private:
  void work() {
    for (std::size_t i = next_++; i < cells_.size() && !course_.stopped(); i = next_++) {
      const auto begin = clock::now();
      finished done{cells_[i].run(course_), options_.at.scale, options_.at.seed, today(), 0};
      done.seconds = seconds_since(begin);
      if (course_.stopped()) break;
      if (auto problem = results_.add(cells_[i].name, std::move(done))) fail(*problem);
      ++finished_;
    }
  }

  void fail(const error& problem) {
    const std::lock_guard lock(mutex_);
    if (!trouble_) trouble_ = problem;
    course_.stop();
  }

  void watch() {
    const auto begin = clock::now();
    for (unsigned look = 0; finished_ < cells_.size() && !course_.stopped(); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (asked_to_stop) course_.stop();
      if (options_.progress && look % 10 == 0) show(seconds_since(begin));
    }
    if (options_.progress) fmt::print(stderr, "\r\x1b[K");
  }

  void show(double seconds) const {
    const double part = work_ > 0 ? static_cast<double>(course_.done()) / work_ : 0;
    const std::string left = part > 0.001 && part < 1
                                 ? fmt::format(", about {} left", time(seconds / part - seconds))
                                 : "";
    fmt::print(stderr, "\r{} of {} cells, {:.0f} %, {} so far{}\x1b[K", finished_.load(),
               cells_.size(), std::min(100.0, part * 100), time(seconds), left);
  }

  static std::string time(double seconds) {
    const auto whole = static_cast<std::uint64_t>(seconds);
    return whole < 60 ? fmt::format("{} s", whole)
                      : fmt::format("{} min {:02} s", whole / 60, whole % 60);
  }

  const std::vector<cell>& cells_;
  const run_options& options_;
  results& results_;
  double work_ = 0;
  course course_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> finished_ = 0;
  std::mutex mutex_;
  std::optional<error> trouble_;
};

}  // namespace

result<run_end> run_cells(const std::vector<const experiment*>& chosen, const run_options& options,
                          results& into) {
  const std::vector<cell> left = left_to_do(chosen, options.at, into);
  const stop_signals signals;
  if (const auto trouble = crew(left, options, into).run()) return *trouble;
  return asked_to_stop ? run_end::stopped : run_end::finished;
}

std::optional<finished_cells> cells_of(const experiment& which, const setting& at,
                                       const results& from) {
  finished_cells all;
  for (const cell& part : which.cells(at)) {
    const finished* const done = from.find(part.name, at.seed);
    if (done == nullptr) return std::nullopt;
    all[part.name] = &done->values;
  }
  return all;
}

}  // namespace sluice::lab
