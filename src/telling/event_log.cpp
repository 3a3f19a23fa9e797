#include "telling/event_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace sluice {
namespace {

const char* in_words(event_log::level how) {
  switch (how) {
    case event_log::level::info:
      return "info";
    case event_log::level::warning:
      return "warning";
    default:
      return "error";
  }
}

/// "2026-11-15T17:03:12.250Z"
std::string time_of_day() {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                     (now - seconds).count());
}

}  // namespace

void event_log::write(level how, std::string_view event, const std::string& message,
                      const nlohmann::ordered_json& fields) {
  if (how < least_) return;
  std::string line;
  if (form_ == form::json) {
    nlohmann::ordered_json all{
        {"time", time_of_day()}, {"level", in_words(how)}, {"event", event}, {"message", message}};
    all.update(fields);
    line = all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  } else {
    line = fmt::format("{} {} {}", time_of_day(), in_words(how), message);
  }
  line += '\n';
  const std::scoped_lock lock(mutex_);
  std::fwrite(line.data(), 1, line.size(), to_);
  std::fflush(to_);
}

void event_log::info(std::string_view event, const std::string& message) {
  write(level::info, event, message, nlohmann::ordered_json::object());
}

void event_log::info(std::string_view event, const std::string& message,
                     const nlohmann::ordered_json& fields) {
  write(level::info, event, message, fields);
}

void event_log::warn(std::string_view event, const std::string& message) {
  write(level::warning, event, message, nlohmann::ordered_json::object());
}

void event_log::warn(std::string_view event, const std::string& message,
                     const nlohmann::ordered_json& fields) {
  write(level::warning, event, message, fields);
}

}  // namespace sluice
