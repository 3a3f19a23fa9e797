// How fast a filter is saved and loaded, and what a checkpoint costs the stream that goes on.
//
//   bench-state [MiB [folder]]    1024 MiB, files in the working folder
//
// Speeds are of the bytes of the filter. "to the disk" waits for the disk, "to the system" does
// not.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "saving/state_keeper.hpp"
#include "sluice/sluice.hpp"
#include "sluice/snapshot/zstd.hpp"

namespace {

using namespace sluice;
using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
  return std::chrono::duration<double>(clock_type::now() - start).count();
}

/// Something else than what it waits for must not go unnoticed.
void must(const std::optional<error>& failure) {
  if (!failure) return;
  fmt::print(stderr, "bench-state: {}\n", failure->message);
  std::exit(1);
}

/// Keys that never come again, a batch at a time.
class strangers {
 public:
  void observe_batch(filter& subject) {
    for (digest& key : keys_) {
      dice roll(7, number_++);
      key = {roll.word(), roll.word()};
    }
    subject.observe(keys_, said_);
  }
  static constexpr std::size_t batch = 4096;

 private:
  std::uint64_t number_ = 0;
  std::vector<digest> keys_ = std::vector<digest>(batch);
  std::vector<verdict> said_ = std::vector<verdict>(batch);
};

std::unique_ptr<filter> full_filter(std::string_view name, std::uint64_t bytes, strangers& stream) {
  auto made = make_filter(*make_plan(name, {.memory_bytes = bytes, .fpr = 1e-3}), 1);
  if (!made) must(made.failure());
  for (std::uint64_t i = 0; i < bytes / 64 / strangers::batch; ++i) stream.observe_batch(**made);
  return *std::move(made);
}

void save_and_load(std::string_view name, std::uint64_t bytes, const std::string& path) {
  strangers stream;
  const auto subject = full_filter(name, bytes, stream);
  const auto gigabytes = static_cast<double>(subject->memory_bytes()) / 1e9;

  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  descriptor_sink sink(file);
  auto start = clock_type::now();
  must(save(*subject, sink));
  const double to_system = seconds_since(start);
  fsync(file);
  const double to_disk = seconds_since(start);

  double loading = 0;
  for (int round = 0; round < 2; ++round) {  // the first pays for memory never used before
    lseek(file, 0, SEEK_SET);
    descriptor_source source(file);
    start = clock_type::now();
    const auto again = load(source);
    loading = seconds_since(start);
    if (!again) must(again.failure());
  }

  lseek(file, 0, SEEK_SET);
  must(ftruncate(file, 0) == 0 ? std::nullopt : std::optional(damaged("cannot be cut")));
  zstd_codec codec;
  start = clock_type::now();
  must(save(*subject, sink, {}, &codec));
  const double packing = seconds_since(start);
  const auto size = static_cast<double>(lseek(file, 0, SEEK_END)) / 1e9;
  close(file);
  fmt::print("{:12}{:16.2f}{:16.2f}{:16.2f}{:16.2f}{:16.2f}\n", name, gigabytes / to_system,
             gigabytes / to_disk, gigabytes / loading, gigabytes / packing, size / gigabytes);
}

struct pace {
  double stopped = 0;  // by the beginning of a checkpoint, in seconds
  double longest = 0;  // wait for a batch
  double records_a_second = 0;
};

/// Lets the stream go on for so many seconds.
pace go_on(filter& subject, strangers& stream, double seconds, state_keeper* keeper) {
  const auto start = clock_type::now();
  auto last = start;
  pace seen;
  std::uint64_t records = 0;
  for (bool first = true; seconds_since(start) < seconds; first = false) {
    if (keeper != nullptr) keeper->look(first);
    seen.stopped = std::max(seen.stopped, seconds_since(last));
    stream.observe_batch(subject);
    records += strangers::batch;
    const auto now = clock_type::now();
    seen.longest = std::max(seen.longest, std::chrono::duration<double>(now - last).count());
    last = now;
  }
  seen.records_a_second = static_cast<double>(records) / seconds_since(start);
  return seen;
}

void checkpoint(std::uint64_t bytes, const std::string& path) {
  strangers stream;
  const auto subject = full_filter("recency", bytes, stream);
  auto file = state_file::take(path);
  auto nowhere = sink::open("/dev/null");
  if (!file) must(file.failure());
  state_keeper keeper(std::move(*file), {}, [](const std::string& sentence) {
    fmt::print(stderr, "bench-state: {}\n", sentence);
  });
  run_state run;
  const auto save_all = [&](byte_sink& to) { return save(*subject, to); };
  must(keeper.keep(save_all, subject->state().cells, *nowhere, run));

  const pace before = go_on(*subject, stream, 3, nullptr);
  const pace during = go_on(*subject, stream, 3, &keeper);
  const auto gib = static_cast<double>(bytes) / (1 << 30);
  fmt::print(
      "\na checkpoint of {:.2f} GiB while the stream goes on\n"
      "the stream stops for {:.1f} ms, {:.1f} ms a GiB\n"
      "the longest of {} records take {:.1f} ms, {:.1f} ms before\n"
      "the pace in the 3 s after it begins is {:.2f} of that before\n",
      gib, during.stopped * 1e3, during.stopped * 1e3 / gib, strangers::batch, during.longest * 1e3,
      before.longest * 1e3, during.records_a_second / before.records_a_second);
  must(keeper.finish());
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t bytes = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1024) << 20;
  const std::string path = std::string(argc > 2 ? argv[2] : ".") + "/bench-state.tmp";
  fmt::print("{:12}{:>16}{:>16}{:>16}{:>16}{:>16}\n", "GB/s", "to the system", "to the disk",
             "load", "zstd", "zstd size");
  for (const filter_kind& kind : all_filters) save_and_load(kind.name, bytes, path);
  unlink(path.c_str());
  checkpoint(bytes, path);
  unlink(path.c_str());
}
