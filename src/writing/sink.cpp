#include "writing/sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "failures.hpp"

namespace sluice {

result<sink> sink::open(const std::string& path, mode how) {
  constexpr mode_t for_all_that_umask_allows = 0666;
  const int beginning = how == mode::append ? O_APPEND : O_TRUNC;
  if (path == "-") return sink(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0), "standard output");
  const int descriptor =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | beginning, for_all_that_umask_allows);
  if (descriptor < 0) {
    return system_failure(path + ": cannot write it", "check the folder and its permissions");
  }
  return sink(descriptor, path);
}

sink::sink(int descriptor, std::string name)
    : descriptor_(descriptor),
      name_(std::move(name)),
      gathered_(std::make_unique_for_overwrite<char[]>(size)) {}

sink::sink(sink&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      gathered_(std::move(other.gathered_)),
      used_(std::exchange(other.used_, 0)),
      failed_with_(other.failed_with_) {}

sink::~sink() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void sink::append(std::string_view bytes) noexcept {
  if (bytes.size() > size - used_) {
    flush();
    if (bytes.size() > size / 2) return write_all(bytes);
  }
  std::memcpy(gathered_.get() + used_, bytes.data(), bytes.size());
  used_ += bytes.size();
}

void sink::flush() noexcept {
  write_all({gathered_.get(), std::exchange(used_, 0)});
}

void sink::write_all(std::string_view bytes) noexcept {
  while (!bytes.empty() && !failed()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      failed_with_ = errno;
    }
  }
}

std::uint64_t sink::size_of_file() const noexcept {
  struct stat about {};
  if (fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
  const bool appends = (fcntl(descriptor_, F_GETFL) & O_APPEND) != 0;
  const off_t end = appends ? about.st_size : lseek(descriptor_, 0, SEEK_CUR);
  return end < 0 ? 0 : static_cast<std::uint64_t>(end);
}

void sink::sync() const noexcept {
  fdatasync(descriptor_);  // a pipe has nothing to bring
}

void sink::close() noexcept {
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0 && !failed()) failed_with_ = errno;
}

bool sink::abandoned() const noexcept {
  return failed_with_ == EPIPE;
}

std::optional<error> sink::failure() const {
  if (!failed() || abandoned()) return std::nullopt;
  const char* const remedy =
      failed_with_ == ENOSPC ? "make room or write elsewhere" : "check where it goes";
  return system_failure(name_ + ": cannot write on", remedy, failed_with_);
}

}  // namespace sluice
