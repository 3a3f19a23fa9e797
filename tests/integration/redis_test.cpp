#include <gtest/gtest.h>
#include <hiredis/hiredis.h>

#include <csignal>
#include <cstdlib>
#include <memory>

#include "integration/membership.hpp"

namespace sluice::testing {
namespace {

const std::string redis_server = find_program("redis-server", {"/usr/bin", "/usr/local/bin"});

/// A Redis of the test's own, whose data survive a crash.
class redis {
 public:
  explicit redis(std::vector<std::string> more = {}) : more_(std::move(more)) {}

  bool start() {
    std::vector<std::string> words{redis_server,
                                   "--port",
                                   std::to_string(port_),
                                   "--bind",
                                   "127.0.0.1",
                                   "--dir",
                                   folder_.path(),
                                   "--appendonly",
                                   "yes",
                                   "--save",
                                   ""};
    words.insert(words.end(), more_.begin(), more_.end());
    running_ = std::make_unique<process>(process::wish{.words = words, .output = folder_ / "log"});
    return until([&] {
      const connection made = connect();
      if (!made) return false;
      const auto pong = call(*made, {"PING"});
      return pong->type != REDIS_REPLY_ERROR || std::string_view(pong->str).starts_with("NOAUTH");
    });
  }

  void crash() {
    running_->signal(SIGKILL);
    running_->wait();
  }
  void stand_still() { running_->signal(SIGSTOP); }
  void go_on() { running_->signal(SIGCONT); }

  std::string address(const std::string& set, const std::string& user = "") const {
    return "redis://" + user + "127.0.0.1:" + std::to_string(port_) + "/2?set=" + set;
  }

  void run(const std::vector<std::string>& command, const std::string& password = "") const {
    const connection made = connect();
    ASSERT_TRUE(made);
    if (!password.empty()) call(*made, {"AUTH", password});
    call(*made, {"SELECT", "2"});
    const auto reply = call(*made, command);
    EXPECT_NE(reply->type, REDIS_REPLY_ERROR) << reply->str;
  }

  void fill(const std::string& set, const std::string& password = "") const {
    std::vector<std::string> command{"SADD", set};
    for (std::uint64_t key = 0; key < 2 * all_keys; ++key) {
      if (is_member(key)) command.push_back(key_text(key));
    }
    run(command, password);
  }

 private:
  struct close {
    void operator()(redisContext* held) const { redisFree(held); }
  };
  struct free {
    void operator()(redisReply* held) const { freeReplyObject(held); }
  };
  using connection = std::unique_ptr<redisContext, close>;

  connection connect() const {
    connection made(redisConnect("127.0.0.1", port_));
    if (made && made->err != 0) made.reset();
    return made;
  }

  static std::unique_ptr<redisReply, free> call(redisContext& to,
                                                const std::vector<std::string>& command) {
    std::vector<const char*> words;
    std::vector<std::size_t> sizes;
    for (const std::string& word : command) {
      words.push_back(word.data());
      sizes.push_back(word.size());
    }
    return std::unique_ptr<redisReply, free>(static_cast<redisReply*>(
        redisCommandArgv(&to, static_cast<int>(words.size()), words.data(), sizes.data())));
  }

  int port_ = free_port();
  temporary_folder folder_;
  std::vector<std::string> more_;
  std::unique_ptr<process> running_;
};

class redis_oracle_test : public ::testing::Test {
 protected:
  void SetUp() override {
    SLUICE_NEEDS(redis_server);
    ASSERT_TRUE(server_.start());
    server_.fill("blocked");
  }

  redis server_;
};

TEST_F(redis_oracle_test, answers_every_record_in_order) {
  const marked_records records = make_records(100000, 7);
  for (const char* const memory : {"remembering", "preloaded"}) {
    member_command command(server_.address("blocked"), {"-a", memory});
    command.write(records.input);
    EXPECT_EQ(command.finish(), 0) << command.errors();
    EXPECT_TRUE(command.output() == records.output) << memory;
  }
}

TEST_F(redis_oracle_test, survives_a_restart_half_way) {
  survives_a_restart(server_, server_.address("blocked"));
}

TEST_F(redis_oracle_test, gives_up_when_it_never_comes_back) {
  gives_up_in_the_end(server_, server_.address("blocked"));
}

TEST_F(redis_oracle_test, waits_for_a_slow_one) {
  waits_for_a_slow_one(server_, server_.address("blocked"));
}

TEST_F(redis_oracle_test, a_wrong_name_is_told_at_once) {
  server_.run({"SET", "text", "value"});
  for (const char* const set : {"nothing", "text"}) {
    member_command command(server_.address(set), {});
    command.write("a\n");
    EXPECT_EQ(command.finish(), 1);
    EXPECT_EQ(command.output(), "");
    EXPECT_NE(command.errors().find("redis://127.0.0.1:"), std::string::npos) << command.errors();
  }
}

TEST(redis_password, comes_from_the_environment_and_is_never_told) {
  SLUICE_NEEDS(redis_server);
  redis server({"--requirepass", "open sesame"});
  ASSERT_TRUE(server.start());
  server.fill("blocked", "open sesame");
  const marked_records records = make_records(1000, 7);
  member_command right(server.address("blocked"), {}, {"SLUICE_REDIS_PASSWORD=open sesame"});
  right.write(records.input);
  EXPECT_EQ(right.finish(), 0) << right.errors();
  EXPECT_TRUE(right.output() == records.output);
  for (const char* const user : {"", "somebody@"}) {
    member_command wrong(server.address("blocked", user), {},
                         {"SLUICE_REDIS_PASSWORD=abracadabra"});
    wrong.write(records.input);
    EXPECT_EQ(wrong.finish(), 1);
    EXPECT_NE(wrong.errors().find("WRONGPASS"), std::string::npos) << wrong.errors();
    EXPECT_EQ(wrong.errors().find("abracadabra"), std::string::npos);
  }
  member_command none(server.address("blocked"), {});
  none.write(records.input);
  EXPECT_EQ(none.finish(), 1);
  EXPECT_NE(none.errors().find("SLUICE_REDIS_PASSWORD"), std::string::npos) << none.errors();
}

}  // namespace
}  // namespace sluice::testing
