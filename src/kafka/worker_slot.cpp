#include "kafka/worker_slot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <random>

#include "failures.hpp"

namespace sluice {
namespace {

constexpr std::size_t name_length = 16;

/// The name in the file, or a new one, which is written there.
result<std::string> name_in(int file, const std::string& path) {
  std::array<char, name_length> kept{};
  if (pread(file, kept.data(), kept.size(), 0) == static_cast<ssize_t>(kept.size())) {
    return std::string(kept.begin(), kept.end());
  }
  const std::string made = random_name();
  if (pwrite(file, made.data(), made.size(), 0) != static_cast<ssize_t>(made.size()) ||
      fsync(file) != 0) {
    return system_failure(path + ": cannot write it", "check the disk");
  }
  return made;
}

}  // namespace

std::string random_name() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}", source(), source());
}

result<worker_slot> worker_slot::take(const std::string& folder, const std::string& prefix) {
  constexpr int most_workers = 1000;
  constexpr mode_t for_the_owner = 0600;
  for (int number = 0; number < most_workers; ++number) {
    const std::string path = fmt::format("{}/{}.worker-{}", folder, prefix, number);
    descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, for_the_owner));
    if (!file) return system_failure(path + ": cannot open it", "check the folder of --state");
    if (flock(file.number(), LOCK_EX | LOCK_NB) != 0) continue;
    const auto name = name_in(file.number(), path);
    if (!name) return name.failure();
    return worker_slot(std::move(file), *name);
  }
  return bad_input(folder + ": too many workers use this folder; give some their own --state");
}

}  // namespace sluice
