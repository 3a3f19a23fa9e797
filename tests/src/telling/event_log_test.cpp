#include "telling/event_log.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace sluice::event_log_test {

/// What a log wrote.
template <class Write>
std::string written(event_log::form as, event_log::level least, Write write) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const memory = open_memstream(&text, &size);
  event_log log(as, least, memory);
  write(log);
  std::fclose(memory);
  const std::unique_ptr<char, decltype(&std::free)> owned(text, std::free);
  return {text, size};
}

TEST(event_log, writes_a_line_for_people) {
  const auto text = written(event_log::form::lines, event_log::level::info, [](event_log& log) {
    log.info("saved", "partition 3: saved", {{"partition", 3}});
  });
  EXPECT_NE(text.find("Z info partition 3: saved\n"), std::string::npos) << text;
}

TEST(event_log, writes_an_object_for_programs) {
  const auto text = written(event_log::form::json, event_log::level::info, [](event_log& log) {
    log.warn("gap", "a \"gap\"\nof two lines", {{"partition", 3}});
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  const auto read = nlohmann::json::parse(text);
  EXPECT_EQ(read["level"], "warning");
  EXPECT_EQ(read["event"], "gap");
  EXPECT_EQ(read["message"], "a \"gap\"\nof two lines");
  EXPECT_EQ(read["partition"], 3);
  EXPECT_EQ(read["time"].get<std::string>().size(), std::string("2026-11-15T17:03:12.250Z").size());
}

TEST(event_log, survives_bytes_that_are_no_text) {
  const auto text = written(event_log::form::json, event_log::level::info,
                            [](event_log& log) { log.info("odd", "\xff\xfe"); });
  EXPECT_NO_THROW(auto read = nlohmann::json::parse(text));
}

TEST(event_log, leaves_out_what_is_not_wanted) {
  const auto text = written(event_log::form::lines, event_log::level::warning,
                            [](event_log& log) { log.info("saved", "partition 3: saved"); });
  EXPECT_EQ(text, "");
}

}  // namespace sluice::event_log_test
