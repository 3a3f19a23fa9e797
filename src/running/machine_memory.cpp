#include "running/machine_memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace sluice {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// "max", like a file that is not there, is no limit.
std::uint64_t limit_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t limit = 0;
  return file >> limit ? limit : no_limit;
}

/// This process's control group, or any above it, may have the limit.
std::uint64_t group_limit() {
  const std::string root = "/sys/fs/cgroup";
  std::uint64_t limit =
      std::min(limit_in(root + "/memory.max"), limit_in(root + "/memory/memory.limit_in_bytes"));
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::string group = line.substr(3); group.size() > 1;
         group.resize(std::max<std::size_t>(group.rfind('/'), 1))) {
      limit = std::min(limit, limit_in(root + group + "/memory.max"));
      if (group.rfind('/') == 0) break;
    }
  }
  return limit;
}

}  // namespace

std::uint64_t machine_memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  return std::min(pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)), group_limit());
}

}  // namespace sluice
