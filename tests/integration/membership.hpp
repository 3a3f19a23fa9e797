#pragma once

// What is asked of every oracle with a server: records in order with the right answers, whatever
// happens to the server on the way.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "integration/support.hpp"
#include "sluice/dice.hpp"

namespace sluice::testing {

inline constexpr std::uint64_t all_keys = 20000;

/// One key in seven is a member.
inline bool is_member(std::uint64_t key) {
  return key % 7 == 0;
}
inline std::string key_text(std::uint64_t key) {
  return "user \"" + std::to_string(key) + "\"";
}

/// Records and what `--mark` must make of them, keys from..from + keys with repeats.
struct marked_records {
  std::string input;
  std::string output;
};

inline marked_records make_records(std::uint64_t count, std::uint64_t seed,
                                   std::uint64_t keys = all_keys) {
  marked_records made;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t key = dice(seed, i).below(keys);
    made.input += key_text(key) + "\n";
    made.output += (is_member(key) ? "member\t" : "other\t") + key_text(key) + "\n";
  }
  return made;
}

/// `sluice member` with an address, fed by the test.
class member_command {
 public:
  member_command(const std::string& set, std::vector<std::string> more,
                 std::vector<std::string> environment = {})
      : running_({.words = words(set, std::move(more)),
                  .environment = std::move(environment),
                  .output = folder_ / "output",
                  .errors = folder_ / "errors",
                  .feeds = true}) {}

  void write(const std::string& text) const { running_.write(text); }
  int finish() {
    running_.end_input();
    return running_.wait();
  }
  std::string output() const { return contents(folder_ / "output"); }
  std::string errors() const { return contents(folder_ / "errors"); }

 private:
  static std::vector<std::string> words(const std::string& set, std::vector<std::string> more) {
    std::vector<std::string> all{SLUICE_COMMAND, "member", "--set", set,
                                 "--mark",       "-m",     "1M",    "-q"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  temporary_folder folder_;
  process running_;
};

/// Half of the records, a server that is killed, more records, the server again.
template <class Server>
void survives_a_restart(Server& server, const std::string& set) {
  const marked_records first = make_records(30000, 1);
  const marked_records second = make_records(30000, 2, 2 * all_keys);
  member_command command(set, {"--oracle-timeout", "60s"});
  command.write(first.input);
  ASSERT_TRUE(until([&] { return command.output().size() == first.output.size(); }))
      << command.errors();
  server.crash();
  command.write(second.input.substr(0, second.input.size() / 2));
  for (int i = 0; i < 10; ++i) pause_a_little();  // it asks in vain
  ASSERT_TRUE(server.start());
  command.write(second.input.substr(second.input.size() / 2));
  EXPECT_EQ(command.finish(), 0);
  EXPECT_EQ(command.errors(), "");
  EXPECT_TRUE(command.output() == first.output + second.output);
}

/// The server never comes back: all before the first unanswered record is there, and no more.
template <class Server>
void gives_up_in_the_end(Server& server, const std::string& set) {
  const marked_records known = make_records(20000, 1, 500);
  member_command command(set, {"--oracle-timeout", "1s"});
  command.write(known.input);
  ASSERT_TRUE(until([&] { return command.output().size() == known.output.size(); }))
      << command.errors();
  server.crash();
  const marked_records again = make_records(3000, 3, 500);
  command.write(again.input + "stranger\nlost\n");
  EXPECT_EQ(command.finish(), 1);
  EXPECT_TRUE(command.output() == known.output + again.output);
  EXPECT_NE(command.errors().find("standard input, record 23001: "), std::string::npos)
      << command.errors();
  EXPECT_NE(command.errors().find("--oracle-timeout"), std::string::npos) << command.errors();
}

/// A server that stands still for a while.
template <class Server>
void waits_for_a_slow_one(Server& server, const std::string& set) {
  const marked_records records = make_records(20000, 4);
  member_command command(set, {"--oracle-timeout", "40s"});
  server.stand_still();
  command.write(records.input);
  for (int i = 0; i < 50; ++i) pause_a_little();
  EXPECT_EQ(command.output(), "");
  server.go_on();
  EXPECT_EQ(command.finish(), 0) << command.errors();
  EXPECT_TRUE(command.output() == records.output);
}

}  // namespace sluice::testing
