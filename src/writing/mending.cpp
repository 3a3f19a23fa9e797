#include "writing/mending.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>

#include "failures.hpp"
#include "saving/state_file.hpp"

namespace sluice {
namespace {

/// Where the last whole record ends.
result<std::uint64_t> end_of_records(int file, std::uint64_t from, std::uint64_t size,
                                     const record_format& format) {
  if (format.kind == record_kind::fixed) return size - (size - from) % format.width;
  std::array<char, 64 << 10> text;
  std::uint64_t end = from;
  bool quoted = false;
  for (std::uint64_t at = from; at < size;) {
    const ssize_t read = pread(file, text.data(), text.size(), static_cast<off_t>(at));
    if (read <= 0) return system_failure("cannot read its end", "check the disk");
    for (ssize_t i = 0; i < read; ++i, ++at) {
      const char letter = text[static_cast<std::size_t>(i)];
      quoted ^= letter == '"' && format.kind == record_kind::csv;
      if (letter == format.end && !quoted) end = at + 1;
    }
  }
  return end;
}

}  // namespace

result<std::uint64_t> cut_half_record(const sink& out, std::uint64_t from,
                                      const record_format& format) {
  struct stat about {};
  fstat(out.descriptor(), &about);
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (!S_ISREG(about.st_mode) || size <= from) return std::uint64_t{0};
  // The output is open for writing only; its name may be another's by now.
  const std::string itself = "/proc/self/fd/" + std::to_string(out.descriptor());
  const descriptor file(open(itself.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return system_failure("cannot read its end", "check its permissions");
  const auto end = end_of_records(file.number(), from, size, format);
  if (!end) return end.failure();
  if (*end < size && ftruncate(out.descriptor(), static_cast<off_t>(*end)) != 0) {
    return system_failure("cannot cut off half a record at its end", "check its permissions");
  }
  return size - *end;
}

}  // namespace sluice
