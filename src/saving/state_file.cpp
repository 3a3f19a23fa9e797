#include "saving/state_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "failures.hpp"
#include "sluice/snapshot/descriptors.hpp"

namespace sluice {
namespace {

/// Somebody who was just killed may hold it for a moment longer.
constexpr int tries = 20;
constexpr std::chrono::milliseconds between_tries{25};

error in_use(const std::string& path) {
  return {error_code::system_failure,
          path + ": another sluice uses this state; wait for it, or give each its own file"};
}

bool lock(int file) {
  for (int attempt = 0; attempt < tries; ++attempt) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(between_tries);
  }
  return false;
}

/// Is that still the file of this name, or was another put in its place meanwhile?
bool is_in_place(int file, const std::string& path) {
  struct stat ours {};
  struct stat named {};
  return fstat(file, &ours) == 0 && stat(path.c_str(), &named) == 0 &&
         ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace

descriptor::~descriptor() {
  if (number_ >= 0) close(number_);
}

result<state_file> state_file::take(const std::string& path) {
  state_file taken(path);
  for (int attempt = 0; attempt < tries; ++attempt) {
    descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file && errno == ENOENT) return taken;
    if (!file) return system_failure(path + ": cannot open the state", "check its permissions");
    if (!lock(file.number())) return in_use(path);
    if (!is_in_place(file.number(), path)) continue;
    taken.current_ = std::move(file);
    return taken;
  }
  return in_use(path);
}

int state_file::to_read() const noexcept {
  lseek(current_.number(), 0, SEEK_SET);  // it stands at the end where this process wrote it
  return current_.number();
}

result<state_file::version> state_file::begin() const {
  constexpr mode_t for_the_owner = 0600;
  descriptor file(open(beside().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, for_the_owner));
  if (!file) {
    return system_failure(beside() + ": cannot write it", "check the folder and its permissions");
  }
  if (!lock(file.number()) || !is_in_place(file.number(), beside())) return in_use(path_);
  if (ftruncate(file.number(), 0) != 0) {
    return system_failure(beside() + ": cannot write it", "check the disk");
  }
  return version{std::move(file)};
}

std::optional<error> state_file::publish(const version& next, const writing& write) const {
  descriptor_sink sink(next.file.number());
  auto failure = write(sink);
  if (failure) {
    failure->message = path_ + ": " + failure->message + "; make room or save elsewhere";
  } else if (fsync(next.file.number()) != 0) {
    failure = system_failure(path_ + ": cannot bring the state to the disk", "check the disk");
  } else {
    failure = put_in_place();
  }
  if (failure) unlink(beside().c_str());
  return failure;
}

std::optional<error> state_file::put_in_place() const {
  // The first state must not replace one that another process began at the same time.
  const bool moved = exists() ? rename(beside().c_str(), path_.c_str()) == 0
                              : link(beside().c_str(), path_.c_str()) == 0;
  if (!moved && errno == EEXIST) return in_use(path_);
  if (!moved) return system_failure(path_ + ": cannot put the state in place", "check the folder");
  if (!exists()) unlink(beside().c_str());
  const descriptor folder(open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || fsync(folder.number()) != 0) {
    return system_failure(path_ + ": cannot bring its folder to the disk", "check the disk");
  }
  return std::nullopt;
}

void state_file::adopt(version next) {
  letting_go_ = std::jthread([before = std::move(current_)] {});
  current_ = std::move(next.file);
}

std::optional<error> state_file::replace(const writing& write) {
  auto next = begin();
  if (!next) return next.failure();
  if (auto failure = publish(*next, write)) return failure;
  adopt(std::move(*next));
  return std::nullopt;
}

}  // namespace sluice
