// A set in Redis on the loopback and a stream by Zipf's law: how often the oracle is asked and how
// many records a second get their answer, by each way to remember answers, and by asking for every
// record in pipelines. Each contender's answers are held against the truth.

#include <fmt/format.h>
#include <hiredis/hiredis.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "integration/support.hpp"
#include "measure.hpp"
#include "oracles/redis_oracle.hpp"
#include "sluice/sluice.hpp"
#include "streams/zipf.hpp"

namespace {

using namespace sluice;

constexpr std::uint64_t records = 1000000;
constexpr std::uint64_t universe = 1000000;
constexpr std::size_t batch = 10000;  // about a block of the command
constexpr int rounds = 3;

bool is_member(std::uint64_t key) {
  return key % 10 == 0;
}

/// The stream, with its truth.
struct stream {
  std::vector<std::string> texts;
  std::vector<std::string_view> keys;
  std::vector<digest> digests;
  std::vector<answer> truth;

  stream() {
    lab::zipf_stream source(universe, 1.0, 1);
    const digester by;
    texts.reserve(records);
    for (std::uint64_t i = 0; i < records; ++i) {
      const std::uint64_t key = source.next().key;
      texts.push_back("user-" + std::to_string(key));
      keys.emplace_back(texts.back());
      digests.push_back(by(keys.back()));
      truth.push_back(is_member(key) ? answer::member : answer::other);
    }
  }

  key_batch part(std::size_t from) const {
    const std::size_t count = std::min(batch, keys.size() - from);
    return {std::span(digests).subspan(from, count), std::span(keys).subspan(from, count)};
  }
};

/// Redis of the benchmark's own, with the set in it.
class redis {
 public:
  redis() {
    running_ = std::make_unique<testing::process>(
        testing::process::wish{.words = {testing::find_program("redis-server", {"/usr/bin"}),
                                         "--port", std::to_string(port_), "--bind", "127.0.0.1",
                                         "--dir", folder_.path(), "--save", ""}});
    testing::until([&] { return connect() != nullptr; });
    redisContext* const to = connect();
    for (std::uint64_t key = 0; key <= universe; ++key) {
      if (is_member(key))
        redisAppendCommand(to, "SADD set user-%llu", static_cast<unsigned long long>(key));
    }
    for (std::uint64_t key = 0; key <= universe; ++key) {
      void* reply = nullptr;
      if (is_member(key) && redisGetReply(to, &reply) == REDIS_OK) freeReplyObject(reply);
    }
    redisFree(to);
  }

  std::unique_ptr<redis_oracle> oracle() const {
    const auto address =
        parse_oracle_address("redis://127.0.0.1:" + std::to_string(port_) + "/0?set=set");
    return *redis_oracle::open(*address, 30);
  }

 private:
  redisContext* connect() const {
    redisContext* const made = redisConnect("127.0.0.1", port_);
    if (made->err == 0) return made;
    redisFree(made);
    return nullptr;
  }

  int port_ = testing::free_port();
  testing::temporary_folder folder_;
  std::unique_ptr<testing::process> running_;
};

/// What a contender came to.
struct outcome {
  std::uint64_t questions = 0;
  std::uint64_t wrong = 0;
  double seconds = 1e9;  // of the best round
};

struct contender {
  std::string name;
  std::uint64_t memory;
  std::function<std::uint64_t(redis_oracle&, const stream&, std::vector<answer>&)> run;
  outcome best{};
};

void stop_at(const std::optional<error>& failure) {
  if (!failure) return;
  fmt::print(stderr, "bench-member: {}\n", failure->message);
  std::exit(1);
}

std::uint64_t ask_for_all(redis_oracle& oracle, const stream& all, std::vector<answer>& said) {
  for (std::size_t at = 0; at < records; at += batch) {
    const auto keys = all.part(at).keys;
    stop_at(oracle.ask(keys, std::span(said).subspan(at, keys.size())));
  }
  return records;
}

/// Without pipelines, a round trip a record; a twentieth of the stream is enough to tell.
std::uint64_t ask_one_by_one(redis_oracle& oracle, const stream& all, std::vector<answer>& said) {
  for (std::size_t at = 0; at < records / 20; ++at) {
    stop_at(oracle.ask(std::span(all.keys).subspan(at, 1), std::span(said).subspan(at, 1)));
  }
  return records / 20;
}

auto remember_by(const char* name, std::uint64_t bytes) {
  return [=](redis_oracle& oracle, const stream& all, std::vector<answer>& said) {
    const wish wanted{.memory_bytes = bytes, .distinct = 200000, .members = universe / 10};
    const auto plan = (*find_memory(name))->make_plan(wanted);
    const auto memory = *plan->kind->make_memory(plan->parameters);
    if (std::string_view(name) == "preloaded") {
      const digester by;
      stop_at(oracle.list([&](std::string_view key) { memory->learn(by(key), answer::member); }));
    }
    inquiry subject(*memory, oracle);
    for (std::size_t at = 0; at < records; at += batch) {
      std::vector<key_batch> ahead;
      for (std::size_t i = 1; i <= 4 && at + i * batch < records; ++i) {
        ahead.push_back(all.part(at + i * batch));
      }
      const key_batch now = all.part(at);
      stop_at(subject.observe(now, ahead, std::span(said).subspan(at, now.keys.size())).failure);
    }
    return subject.questions();
  };
}

void run(contender& each, redis_oracle& oracle, const stream& all) {
  std::vector<answer> said(records, answer::unknown);
  const auto began = std::chrono::steady_clock::now();
  each.best.questions = each.run(oracle, all, said);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  each.best.seconds = std::min(each.best.seconds, took.count());
  each.best.wrong = 0;
  for (std::size_t i = 0; i < records; ++i) {
    each.best.wrong += said[i] != answer::unknown && said[i] != all.truth[i];
  }
}

}  // namespace

int main() {
  if (testing::find_program("redis-server", {"/usr/bin"}).empty()) {
    fmt::print(stderr, "bench-member: redis-server is not installed; tools/setup services\n");
    return 1;
  }
  const redis server;
  const stream all;
  std::vector<contender> contenders{
      {"every record, one by one", 0, ask_one_by_one},
      {"every record, in pipelines", 0, ask_for_all},
      {"preloaded", 1 << 20, remember_by("preloaded", 1 << 20)},
      {"appending", 1 << 20, remember_by("appending", 1 << 20)},
      {"remembering", 1 << 20, remember_by("remembering", 1 << 20)},
      {"remembering", 128 << 10, remember_by("remembering", 128 << 10)},
  };
  for (int round = 0; round < rounds; ++round) {
    for (contender& each : contenders) run(each, *server.oracle(), all);
  }
  fmt::print("{:<28}{:>10}{:>12}{:>10}{:>14}\n", "", "KiB", "questions", "wrong", "records/s");
  for (const contender& each : contenders) {
    const bool few = each.best.questions < records && each.memory == 0;
    const auto done = static_cast<double>(few ? each.best.questions : records);
    fmt::print("{:<28}{:>10}{:>12}{:>10}{:>14.0f}\n", each.name, each.memory >> 10,
               each.best.questions, each.best.wrong, done / each.best.seconds);
  }
}
