#include "oracles/file_oracle.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "failures.hpp"

namespace sluice {
namespace {

/// Closes what it holds.
class descriptor {
 public:
  explicit descriptor(int number) noexcept : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int operator*() const noexcept { return number_; }

 private:
  int number_;
};

/// The line that begins there, without its end.
std::string_view line_at(std::string_view text, std::size_t begin) noexcept {
  const std::string_view rest = text.substr(begin);
  return rest.substr(0, std::min(rest.find('\n'), rest.size()));
}

bool is_sorted(std::string_view text) noexcept {
  std::string_view last;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    if (line < last) return false;
    last = line;
    at += line.size() + 1;
  }
  return true;
}

std::vector<std::string_view> sorted_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size(); at += lines.back().size() + 1) {
    lines.push_back(line_at(text, at));
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

bool write_all(int to, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A file without a name, gone when it is closed.
int temporary_file() {
  const char* const folder = std::getenv("TMPDIR");
  std::string path =
      std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/sluice-set-XXXXXX";
  const int made = ::mkostemp(path.data(), O_CLOEXEC);
  if (made >= 0) ::unlink(path.c_str());
  return made;
}

result<mapped_text> sorted_copy(std::string_view text, const std::string& name) {
  constexpr std::size_t piece = 1 << 20;
  const descriptor copy(temporary_file());
  std::string gathered;
  std::size_t size = 0;
  bool written = *copy >= 0;
  for (const std::string_view line : sorted_lines(text)) {
    gathered += line;
    gathered += '\n';
    size += line.size() + 1;
    if (gathered.size() < piece) continue;
    written = written && write_all(*copy, gathered);
    gathered.clear();
  }
  if (!written || !write_all(*copy, gathered)) {
    return system_failure(name + ": cannot write a sorted copy of it for the time being",
                          "sort it with LC_ALL=C sort -u, or make room where TMPDIR points");
  }
  return mapped_text::of(*copy, size, name);
}

}  // namespace

result<mapped_text> mapped_text::of(int descriptor, std::size_t size, const std::string& name) {
  if (size == 0) return mapped_text(nullptr, 0);
  void* const start = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (start == MAP_FAILED) {
    return system_failure(name + ": cannot map it", "is it an ordinary file?");
  }
  return mapped_text(static_cast<const char*>(start), size);
}

mapped_text::mapped_text(mapped_text&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)), size_(std::exchange(other.size_, 0)) {}

mapped_text::~mapped_text() {
  if (start_ != nullptr) munmap(const_cast<char*>(start_), size_);
}

result<std::unique_ptr<file_oracle>> file_oracle::open(const std::string& path) {
  const descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  if (*file < 0 || fstat(*file, &about) != 0) {
    return system_failure(path + ": cannot read the set", "check the name and its permissions");
  }
  if (!S_ISREG(about.st_mode)) {
    return bad_input(path + ": the set must be an ordinary file; write it to one");
  }
  auto text = mapped_text::of(*file, static_cast<std::size_t>(about.st_size), path);
  if (!text) return text.failure();
  try {
    if (!is_sorted(text->view())) {
      auto copy = sorted_copy(text->view(), path);
      if (!copy) return copy.failure();
      return std::unique_ptr<file_oracle>(new file_oracle(*std::move(copy)));
    }
  } catch (const std::bad_alloc&) {
    return bad_input(path + ": no memory to sort it; sort it with LC_ALL=C sort -u");
  }
  return std::unique_ptr<file_oracle>(new file_oracle(*std::move(text)));
}

std::optional<error> file_oracle::ask(std::span<const std::string_view> keys,
                                      std::span<answer> answers) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    answers[i] = contains(keys[i]) ? answer::member : answer::other;
  }
  return std::nullopt;
}

/// Halves the bytes, not the lines: from the middle it goes back to where a line begins.
bool file_oracle::contains(std::string_view key) const noexcept {
  const std::string_view text = lines_.view();
  std::size_t low = 0;  // both are beginnings of lines, or the end
  std::size_t high = text.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const void* const end = middle == low ? nullptr : memrchr(&text[low], '\n', middle - low);
    const std::size_t begin =
        end == nullptr ? low
                       : static_cast<std::size_t>(static_cast<const char*>(end) - &text[0]) + 1;
    const std::string_view line = line_at(text, begin);
    const int order = line.compare(key);
    if (order == 0) return true;
    if (order < 0) {
      low = std::min(begin + line.size() + 1, text.size());
    } else {
      high = begin;
    }
  }
  return false;
}

std::optional<error> file_oracle::list(const std::function<void(std::string_view)>& take) {
  const std::string_view text = lines_.view();
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    take(line);
    at += line.size() + 1;
  }
  return std::nullopt;
}

}  // namespace sluice
