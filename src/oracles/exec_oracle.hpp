#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "sluice/membership/oracle.hpp"

namespace sluice {

/// Any program that reads keys, one a line, and writes `member` or `other` for each, one a line in
/// the same order. It may take several keys before it answers, but must answer when no more come
/// for a while, so it must not hold its answers back in a buffer.
///
/// The command runs in a shell. It is started when it is asked, and again after each failure.
/// SIGPIPE must be ignored.
class exec_oracle final : public oracle {
 public:
  /// Each answer may take so many seconds.
  exec_oracle(std::string command, std::string name, double seconds);
  ~exec_oracle() override;
  exec_oracle(const exec_oracle&) = delete;
  exec_oracle& operator=(const exec_oracle&) = delete;

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override;

 private:
  std::optional<error> start();
  int stop() noexcept;
  std::optional<error> converse(std::span<answer> answers);
  bool write_some();
  std::optional<error> read_some(std::span<answer> answers, std::size_t& answered);
  std::optional<error> take_line(std::string_view line, answer& into) const;

  std::string command_;
  std::string name_;
  double seconds_;
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string questions_;
  std::size_t sent_ = 0;
  std::string heard_;  // what came since the last line's end
};

}  // namespace sluice
