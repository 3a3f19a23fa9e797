#include "reading/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "failures.hpp"

namespace sluice {
namespace {

bool look(const std::string& path, int standard, struct stat& about) {
  return (path == "-" ? fstat(standard, &about) : stat(path.c_str(), &about)) == 0;
}

}  // namespace

result<std::optional<std::uint64_t>> look_at(std::span<const std::string> paths) {
  std::uint64_t size = 0;
  bool known = true;
  for (const std::string& path : paths) {
    const std::string name = path == "-" ? "standard input" : path;
    struct stat about {};
    if (!look(path, STDIN_FILENO, about)) {
      return system_failure(name + ": cannot open it", "check the name");
    }
    if (S_ISDIR(about.st_mode)) return bad_input(name + ": it is a folder; name the files in it");
    if (path != "-" && access(path.c_str(), R_OK) != 0) {
      return system_failure(name + ": cannot open it", "check its permissions");
    }
    known = known && S_ISREG(about.st_mode);
    size += static_cast<std::uint64_t>(about.st_size);
  }
  return known ? std::optional(size) : std::nullopt;
}

std::optional<error> refuse_to_overwrite(std::span<const std::string> paths,
                                         const std::string& output) {
  struct stat out {};
  if (!look(output, STDOUT_FILENO, out) || !S_ISREG(out.st_mode)) return std::nullopt;
  for (const std::string& path : paths) {
    struct stat in {};
    if (!look(path, STDIN_FILENO, in)) continue;
    if (in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
      return bad_input((path == "-" ? "standard input" : path) +
                       ": it is also the output; write to another file");
    }
  }
  return std::nullopt;
}

}  // namespace sluice
