#include "integration/support.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace sluice::testing {
namespace {

void open_as(int number, const std::string& path, int flags) {
  const int opened = ::open(path.empty() ? "/dev/null" : path.c_str(), flags, 0666);
  if (opened != number) {
    dup2(opened, number);
    close(opened);
  }
}

}  // namespace

temporary_folder::temporary_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "sluice-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) std::abort();
  path_ = name;
  std::filesystem::permissions(path_, std::filesystem::perms::all);
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

process::process(const wish& wanted) {
  int ends[2] = {-1, -1};
  if (wanted.feeds && pipe2(ends, O_CLOEXEC) != 0) std::abort();
  child_ = fork();
  if (child_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // no server outlives a test that was cut short
    if (wanted.feeds) {
      dup2(ends[0], STDIN_FILENO);
    } else {
      open_as(STDIN_FILENO, "", O_RDONLY);
    }
    open_as(STDOUT_FILENO, wanted.output, O_WRONLY | O_CREAT | O_APPEND);
    open_as(STDERR_FILENO, wanted.errors, O_WRONLY | O_CREAT | O_APPEND);
    std::vector<std::string> words = wanted.words;
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    for (const std::string& each : wanted.environment) {
      const std::size_t equals = each.find('=');
      setenv(each.substr(0, equals).c_str(), each.substr(equals + 1).c_str(), 1);
    }
    execvp(pointers[0], pointers.data());
    _exit(127);
  }
  if (wanted.feeds) close(ends[0]);
  input_ = ends[1];
}

process::~process() {
  end_input();
  if (status_) return;
  signal(SIGCONT);
  signal(SIGKILL);
  wait();
}

void process::write(const std::string& text) const {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t some = ::write(input_, text.data() + written, text.size() - written);
    if (some <= 0) return;
    written += static_cast<std::size_t>(some);
  }
}

void process::end_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

void process::signal(int number) const {
  if (!status_) kill(child_, number);
}

int process::wait() {
  if (!status_) {
    int how = 0;
    waitpid(child_, &how, 0);
    status_ = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  }
  return *status_;
}

int free_port() {
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0) std::abort();
  getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
  close(socket_);
  return ntohs(address.sin_port);
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void pause_a_little() {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

std::string find_program(const std::string& name, const std::vector<std::string>& folders) {
  const char* const path = std::getenv("PATH");
  std::vector<std::string> all = folders;
  std::istringstream parts(path != nullptr ? path : "");
  for (std::string part; std::getline(parts, part, ':');) all.push_back(part);
  for (const std::string& folder : all) {
    const auto candidate = std::filesystem::path(folder) / name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return "";
}

}  // namespace sluice::testing
