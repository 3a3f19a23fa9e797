#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "sluice/snapshot/bytes.hpp"

namespace sluice {

/// An open file that closes itself.
class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~descriptor();

  explicit operator bool() const noexcept { return number_ >= 0; }
  int number() const noexcept { return number_; }

 private:
  int number_ = -1;
};

/// The file in which a filter survives. It belongs to one process at a time, and at any moment,
/// whatever happens, it is a whole snapshot: a new one is written beside it, brought to the disk,
/// and put in its place in one step.
class state_file {
 public:
  /// Takes it for this process, or says that another one has it. There may be none yet.
  static result<state_file> take(const std::string& path);

  const std::string& path() const noexcept { return path_; }
  bool exists() const noexcept { return static_cast<bool>(current_); }

  /// The snapshot, from its beginning; there must be one.
  int to_read() const noexcept;

  /// A new snapshot on its way.
  struct version {
    descriptor file;
  };
  using writing = std::function<std::optional<error>(byte_sink&)>;

  /// Only its owner may read it: it may hold a secret.
  result<version> begin() const;

  /// Writes it and puts it in place. What is written is for the disk to keep when this returns.
  std::optional<error> publish(const version& next, const writing& write) const;

  /// What is in place now belongs to this process, too. Letting go of what was there before may
  /// take the system a while, which nobody here waits for.
  void adopt(version next);

  /// All three in one.
  std::optional<error> replace(const writing& write);

 private:
  explicit state_file(std::string path) : path_(std::move(path)) {}
  std::string beside() const { return path_ + ".new"; }
  std::optional<error> put_in_place() const;

  std::string path_;
  descriptor current_;  // holds the lock
  std::jthread letting_go_;
};

}  // namespace sluice
