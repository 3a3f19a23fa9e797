#include "records/writer.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sluice::lab {

result<bool> write_out(const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return false;
    if (written < 0) {
      return error{error_code::bad_value,
                   std::string("cannot write to standard output: ") + std::strerror(errno)};
    }
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace sluice::lab
