#include "oracles/exec_oracle.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "failures.hpp"

namespace sluice {
namespace {

/// How the child begins: the pipes as its input and output, signals as in a fresh program, and a
/// group of its own, so that all of a pipeline can be ended.
class child_setup {
 public:
  child_setup(int input, int output) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~child_setup() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  child_setup(const child_setup&) = delete;
  child_setup& operator=(const child_setup&) = delete;

  int spawn(const std::string& command, pid_t& child) {
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    std::array<char*, 4> words{shell.data(), option.data(), text.data(), nullptr};
    return posix_spawn(&child, "/bin/sh", &files_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

void close_all(std::span<int> descriptors) {
  for (int& each : descriptors) {
    if (each >= 0) ::close(std::exchange(each, -1));
  }
}

}  // namespace

exec_oracle::exec_oracle(std::string command, std::string name, double seconds)
    : command_(std::move(command)), name_(std::move(name)), seconds_(seconds) {}

exec_oracle::~exec_oracle() {
  stop();
}

std::optional<error> exec_oracle::start() {
  if (child_ > 0) return std::nullopt;
  std::array<int, 4> pipes{-1, -1, -1, -1};  // its input, ours to write; ours to read, its output
  int status = 0;
  if (pipe2(pipes.data(), O_CLOEXEC) != 0 || pipe2(pipes.data() + 2, O_CLOEXEC) != 0) {
    status = errno;
  } else {
    status = child_setup(pipes[0], pipes[3]).spawn(command_, child_);
  }
  if (status != 0) {
    close_all(pipes);
    child_ = -1;
    return system_failure(name_ + ": cannot start it", "check the command", status);
  }
  to_ = std::exchange(pipes[1], -1);
  from_ = std::exchange(pipes[2], -1);
  close_all(pipes);
  fcntl(to_, F_SETFL, O_NONBLOCK);
  fcntl(from_, F_SETFL, O_NONBLOCK);
  heard_.clear();
  return std::nullopt;
}

/// Its exit status, or 0 where it had to be ended.
int exec_oracle::stop() noexcept {
  if (child_ <= 0) return 0;
  ::close(std::exchange(to_, -1));
  ::close(std::exchange(from_, -1));
  kill(-child_, SIGTERM);
  int how = 0;
  waitpid(std::exchange(child_, -1), &how, 0);
  return WIFEXITED(how) ? WEXITSTATUS(how) : 0;
}

std::optional<error> exec_oracle::ask(std::span<const std::string_view> keys,
                                      std::span<answer> answers) {
  questions_.clear();
  sent_ = 0;
  for (const std::string_view key : keys) {
    if (key.find('\n') != std::string_view::npos) {
      return bad_input(name_ + ": a key with a newline in it cannot be asked for, a line a key");
    }
    questions_ += key;
    questions_ += '\n';
  }
  if (auto failure = start()) return failure;
  auto failure = converse(answers);
  if (!failure) return std::nullopt;
  const int status = stop();
  if (status == 126 || status == 127) {
    return bad_input(name_ + ": the shell cannot run it; check the command");
  }
  return failure;
}

/// Writes and reads as either can go on, so that neither waits for the other for ever.
std::optional<error> exec_oracle::converse(std::span<answer> answers) {
  std::size_t answered = 0;
  while (answered < answers.size()) {
    const bool more = sent_ < questions_.size();
    std::array<pollfd, 2> ends{{{from_, POLLIN, 0}, {more ? to_ : -1, POLLOUT, 0}}};
    const int ready =
        poll(ends.data(), ends.size(), static_cast<int>(std::min(seconds_, 1e6) * 1000));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      return error{error_code::no_answer, name_ + ": no answer in time; does it flush its output?"};
    }
    if (ends[1].revents != 0 && !write_some()) {
      return error{error_code::no_answer, name_ + ": it reads no more; did it end?"};
    }
    if (ends[0].revents == 0) continue;
    if (auto failure = read_some(answers, answered)) return failure;
  }
  return std::nullopt;
}

bool exec_oracle::write_some() {
  const ssize_t written = ::write(to_, questions_.data() + sent_, questions_.size() - sent_);
  if (written < 0) return errno == EAGAIN || errno == EINTR;
  sent_ += static_cast<std::size_t>(written);
  return true;
}

std::optional<error> exec_oracle::read_some(std::span<answer> answers, std::size_t& answered) {
  std::array<char, 1 << 16> piece;
  const ssize_t size = ::read(from_, piece.data(), piece.size());
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
  if (size <= 0) {
    return error{error_code::no_answer, name_ + ": it ended before it had answered all keys"};
  }
  heard_.append(piece.data(), static_cast<std::size_t>(size));
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = heard_.find('\n', begin)) != std::string::npos;) {
    if (answered == answers.size()) {
      return bad_input(name_ + ": it wrote more lines than it was asked for; one a key, no more");
    }
    const std::string_view line = std::string_view(heard_).substr(begin, end - begin);
    if (auto failure = take_line(line, answers[answered])) return failure;
    ++answered;
    begin = end + 1;
  }
  heard_.erase(0, begin);
  return std::nullopt;
}

std::optional<error> exec_oracle::take_line(std::string_view line, answer& into) const {
  if (line != "member" && line != "other") {
    return bad_input(name_ + ": it wrote '" + std::string(line.substr(0, 40)) +
                     "'; it must write 'member' or 'other' for each key");
  }
  into = line == "member" ? answer::member : answer::other;
  return std::nullopt;
}

}  // namespace sluice
