#include "reading/file_source.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "failures.hpp"
#include "reading/gzip_source.hpp"
#include "reading/zstd_source.hpp"

namespace sluice {
namespace {

/// Can these bytes still become the beginning of a compressed file?
bool may_be_compressed(std::string_view bytes) {
  return gzip_source::recognises(bytes) || zstd_source::recognises(bytes);
}

/// A wish: fewer turns between two processes. The system may refuse.
void widen_pipe(int descriptor) {
  constexpr int wide = 1 << 20;
  fcntl(descriptor, F_SETPIPE_SZ, wide);
}

}  // namespace

result<std::unique_ptr<file_source>> file_source::open(const std::string& path,
                                                       const stop_signal& stop,
                                                       std::atomic<std::uint64_t>& consumed) {
  const int descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                     : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return system_failure("cannot open it", "check its name and its permissions");
  struct stat about {};
  fstat(descriptor, &about);
  const bool regular = S_ISREG(about.st_mode);
  if (regular) posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  if (S_ISFIFO(about.st_mode)) widen_pipe(descriptor);
  return std::unique_ptr<file_source>(new file_source(descriptor, regular, stop, consumed));
}

file_source::~file_source() {
  close(descriptor_);
}

result<std::size_t> file_source::read(std::span<char> into) {
  if (head_taken_ == head_size_) return read_on(into);
  const std::size_t size = std::min(into.size(), head_size_ - head_taken_);
  std::memcpy(into.data(), head_.data() + head_taken_, size);
  head_taken_ += size;
  return size;
}

result<std::size_t> file_source::read_on(std::span<char> into) {
  while (true) {
    if (!regular_ && !known_ready_ && !wait(-1)) return std::size_t{0};
    known_ready_ = false;
    const ssize_t size = ::read(descriptor_, into.data(), into.size());
    if (size >= 0) {
      consumed_ += static_cast<std::uint64_t>(size);
      return static_cast<std::size_t>(size);
    }
    if (errno == EINTR || errno == EAGAIN) continue;
    return system_failure("cannot read on", errno == EISDIR
                                                ? "name the files in it"
                                                : "check the disk or whoever writes it");
  }
}

bool file_source::ready() {
  if (regular_ || head_taken_ < head_size_) return true;
  known_ready_ = wait(0);
  return known_ready_;
}

/// False when nothing came in time, or the stop signal did.
bool file_source::wait(int milliseconds) const {
  pollfd either[] = {{descriptor_, POLLIN, 0}, {stop_.descriptor(), POLLIN, 0}};
  while (poll(either, 2, milliseconds) < 0) {
    if (errno != EINTR) return true;  // read() will say what is wrong
  }
  return either[0].revents != 0 && either[1].revents == 0;
}

result<std::string_view> file_source::first_bytes() {
  while (head_size_ < longest_magic && may_be_compressed({head_.data(), head_size_})) {
    const auto size = read_on({head_.data() + head_size_, longest_magic - head_size_});
    if (!size) return size.failure();
    if (*size == 0) break;
    head_size_ += *size;
  }
  return std::string_view(head_.data(), head_size_);
}

result<std::unique_ptr<source>> open_source(const std::string& path, const stop_signal& stop,
                                            std::atomic<std::uint64_t>& consumed) {
  auto file = file_source::open(path, stop, consumed);
  if (!file) return file.failure();
  const auto magic = (*file)->first_bytes();
  if (!magic) return magic.failure();
  const bool whole = magic->size() == file_source::longest_magic;
  if (whole && gzip_source::recognises(*magic)) {
    return std::unique_ptr<source>(std::make_unique<gzip_source>(std::move(*file)));
  }
  if (whole && zstd_source::recognises(*magic)) {
    return std::unique_ptr<source>(std::make_unique<zstd_source>(std::move(*file)));
  }
  return std::unique_ptr<source>(std::move(*file));
}

}  // namespace sluice
