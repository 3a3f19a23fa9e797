#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice::testing {

/// A folder that is gone when the test is. Others may write there, too.
class temporary_folder {
 public:
  temporary_folder();
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// A program, ended with the test at the latest.
class process {
 public:
  struct wish {
    std::vector<std::string> words;
    std::vector<std::string> environment{};  ///< "NAME=value", beside this program's
    std::string output{};                    ///< files; the null device where empty
    std::string errors{};
    bool feeds = false;  ///< its input comes from write()
  };

  explicit process(const wish& wanted);
  ~process();
  process(const process&) = delete;
  process& operator=(const process&) = delete;

  void write(const std::string& text) const;
  void end_input();
  void signal(int number) const;

  /// Its exit status, or 128 and its signal; waits for it.
  int wait();

 private:
  pid_t child_ = -1;
  int input_ = -1;
  std::optional<int> status_;
};

/// A port of the loopback that nobody listens at now.
int free_port();

std::string contents(const std::string& path);

/// Asks again and again until it is so; false after a minute.
template <class Condition>
bool until(Condition is_so);

void pause_a_little();

template <class Condition>
bool until(Condition is_so) {
  for (int tries = 0; tries < 3000; ++tries) {
    if (is_so()) return true;
    pause_a_little();
  }
  return false;
}

/// The program of that name, in PATH or under the given folders; empty where there is none.
std::string find_program(const std::string& name, const std::vector<std::string>& folders = {});

/// Why a test of a service cannot run, if the program is not there. Where SLUICE_REQUIRE_SERVICES
/// is set that is a failure, not a reason to skip.
#define SLUICE_NEEDS(PROGRAM)                                              \
  if ((PROGRAM).empty()) {                                                 \
    if (std::getenv("SLUICE_REQUIRE_SERVICES") != nullptr) {               \
      FAIL() << #PROGRAM " is not installed, but services are required";   \
    }                                                                      \
    GTEST_SKIP() << #PROGRAM " is not installed; tools/setup installs it"; \
  }

}  // namespace sluice::testing
