#include "saving/state_keeper.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "failures.hpp"
#include "sluice/cells/storage.hpp"

namespace sluice {

state_keeper::state_keeper(state_file file, const span_of_stream& every,
                           std::function<void(const std::string&)> warn)
    : file_(std::move(file)), every_(every), warn_(std::move(warn)) {}

state_keeper::~state_keeper() {
  if (child_ != 0) end_child(true);
}

std::optional<error> state_keeper::keep(state_file::writing save, std::span<std::byte> cells,
                                        sink& out, run_state& run) {
  save_ = std::move(save);
  cells_ = cells;
  out_ = &out;
  run_ = &run;
  last_record_ = run.all.records;
  if (file_.exists()) return std::nullopt;
  run_->output_bytes = out_->size_of_file();
  return file_.replace([&](byte_sink& to) { return write_all(to); });
}

void state_keeper::look(bool now) {
  if (child_ != 0) end_child(false);
  if (child_ == 0 && (now || is_due()) && prepare()) start_child();
}

/// A wish, which systems before Linux 6.1 do not know. Takes a second a GiB.
void state_keeper::join_pages() {
  constexpr int collapse = 25;  // MADV_COLLAPSE
  if (is_joining_.exchange(true)) return;
  joining_ = std::jthread([this] {
    madvise(cells_.data(), cells_.size() / storage::huge_page * storage::huge_page, collapse);
    is_joining_ = false;
  });
}

bool state_keeper::is_due() const {
  if (every_.records) return run_->all.records - last_record_ >= *every_.records;
  if (!every_.seconds) return false;
  return std::chrono::duration<double>(clock::now() - last_time_).count() >= *every_.seconds;
}

/// Hands on the output that the state will cover.
bool state_keeper::prepare() {
  last_record_ = run_->all.records;
  last_time_ = clock::now();
  out_->flush();
  run_->output_bytes = out_->size_of_file();
  return !out_->failed();
}

void state_keeper::start_child() {
  auto next = file_.begin();
  if (!next) return complain(next.failure());
  next_ = std::move(*next);
  const pid_t parent = getpid();
  child_ = fork();
  if (child_ < 0) {
    child_ = 0;
    return complain(system_failure(file_.path() + ": cannot make a process that saves the state",
                                   "free some memory"));
  }
  if (child_ > 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever comes after a killed parent must not meet its child
  if (getppid() != parent) _exit(ECANCELED);
  errno = 0;
  const auto failure = file_.publish(next_, [&](byte_sink& to) { return write_all(to); });
  _exit(failure ? (errno != 0 ? errno : EIO) : 0);
}

void state_keeper::end_child(bool wait) {
  int status = 0;
  const pid_t ended = waitpid(child_, &status, wait ? 0 : WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return;
  child_ = 0;
  join_pages();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return file_.adopt(std::move(next_));
  next_ = {};
  complain(WIFEXITED(status)
               ? system_failure(file_.path() + ": cannot save the state",
                                "the one saved before is kept; make room or save elsewhere",
                                WEXITSTATUS(status))
               : error{error_code::system_failure,
                       file_.path() + ": the process that saves the state was ended; is there "
                                      "memory enough?"});
}

/// The first failure is told at once, and finish() comes back to it.
void state_keeper::complain(const error& failure) {
  if (failure_) return;
  failure_ = failure;
  warn_(failure.message);
}

std::optional<error> state_keeper::finish() {
  if (child_ != 0) end_child(true);
  if (joining_.joinable()) joining_.join();
  if (!prepare()) return failure_;
  if (auto last = file_.replace([&](byte_sink& to) { return write_all(to); })) return last;
  if (!failure_) return std::nullopt;
  return error{failure_->code, file_.path() +
                                   ": the state was not saved at every checkpoint, as "
                                   "said above, but it was at the end"};
}

std::optional<error> state_keeper::write_all(byte_sink& to) {
  out_->sync();
  return save_(to);
}

}  // namespace sluice
