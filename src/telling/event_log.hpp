#pragma once

#include <cstdio>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sluice {

/// What a program that runs for months says of itself: a line an event, for people or for programs.
/// Any thread may write.
class event_log {
 public:
  enum class form { lines, json };
  enum class level { info, warning, error };

  explicit event_log(form as = form::lines, level least = level::info, std::FILE* to = stderr)
      : form_(as), least_(least), to_(to) {}

  /// `message` is for people; `fields` are what a program would want of it.
  void write(level how, std::string_view event, const std::string& message,
             const nlohmann::ordered_json& fields);

  void info(std::string_view event, const std::string& message);
  void info(std::string_view event, const std::string& message,
            const nlohmann::ordered_json& fields);
  void warn(std::string_view event, const std::string& message);
  void warn(std::string_view event, const std::string& message,
            const nlohmann::ordered_json& fields);

 private:
  form form_;
  level least_;
  std::FILE* to_;
  std::mutex mutex_;
};

}  // namespace sluice
