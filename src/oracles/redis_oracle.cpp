#include "oracles/redis_oracle.hpp"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "failures.hpp"

namespace sluice {
namespace {

constexpr std::size_t keys_a_command = 256;
constexpr std::size_t commands_a_round_trip = 64;

timeval time_of(double seconds) {
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<suseconds_t>((seconds - whole) * 1e6)};
}

/// What Redis answers while it cannot, but will again.
bool is_passing_reply(std::string_view refusal) {
  constexpr std::array<std::string_view, 7> passing{"LOADING",  "BUSY", "MASTERDOWN", "CLUSTERDOWN",
                                                    "TRYAGAIN", "OOM",  "READONLY"};
  return std::any_of(passing.begin(), passing.end(),
                     [&](std::string_view word) { return refusal.starts_with(word); });
}

bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<error> refuse(const oracle_address& address) {
  const std::string example = "; write redis://127.0.0.1:6379/0?set=NAME";
  if (address.host.empty()) return bad_input("the address of Redis names no host" + example);
  if (address.option("set").value_or("").empty()) {
    return bad_input(address.name() + ": it names no set" + example);
  }
  if (address.options.size() > 1) {
    return bad_input(address.name() + ": there is no option but set" + example);
  }
  if (!is_number(address.path)) {
    return bad_input(address.name() + ": the database of Redis is a number" + example);
  }
  return std::nullopt;
}

}  // namespace

void redis_oracle::close::operator()(redisContext* connection) const noexcept {
  redisFree(connection);
}

void redis_oracle::free::operator()(redisReply* reply) const noexcept {
  freeReplyObject(reply);
}

redis_oracle::~redis_oracle() = default;

result<std::unique_ptr<redis_oracle>> redis_oracle::open(const oracle_address& address,
                                                         double seconds) {
  if (auto refusal = refuse(address)) return *refusal;
  std::unique_ptr<redis_oracle> made(new redis_oracle);
  made->name_ = address.name();
  made->host_ = address.host;
  made->user_ = address.user;
  made->set_ = *address.option("set");
  made->database_ = address.path;
  made->seconds_ = seconds;
  const std::string port = address.port.empty() ? "6379" : address.port;
  const auto [end, status] = std::from_chars(port.data(), port.data() + port.size(), made->port_);
  if (status != std::errc() || end != port.data() + port.size() || made->port_ > 65535) {
    return bad_input(address.name() + ": that is no port; write 1 to 65535");
  }
  if (const char* const password = std::getenv("SLUICE_REDIS_PASSWORD")) made->password_ = password;
  return made;
}

std::optional<error> redis_oracle::ask(std::span<const std::string_view> keys,
                                       std::span<answer> answers) {
  constexpr std::size_t at_once = keys_a_command * commands_a_round_trip;
  if (auto failure = connect()) return failure;
  for (std::size_t at = 0; at < keys.size(); at += at_once) {
    const std::size_t count = std::min(at_once, keys.size() - at);
    if (auto failure = round_trip(keys.subspan(at, count), answers.subspan(at, count))) {
      connection_.reset();  // there may be answers under way to what was asked before
      return failure;
    }
  }
  return std::nullopt;
}

/// All commands go out before the first answer is waited for.
std::optional<error> redis_oracle::round_trip(std::span<const std::string_view> keys,
                                              std::span<answer> answers) {
  words command;
  for (std::size_t at = 0; at < keys.size(); at += keys_a_command) {
    const auto some = keys.subspan(at, std::min(keys_a_command, keys.size() - at));
    command = {"SMISMEMBER", set_};
    command.insert(command.end(), some.begin(), some.end());
    send(command);
  }
  for (std::size_t at = 0; at < keys.size(); at += keys_a_command) {
    const std::size_t count = std::min(keys_a_command, keys.size() - at);
    const auto reply = receive();
    if (!reply) return reply.failure();
    if ((*reply)->type != REDIS_REPLY_ARRAY || (*reply)->elements != count) {
      return bad_input(name_ + ": SMISMEMBER gave an answer of another shape; is it Redis?");
    }
    for (std::size_t i = 0; i < count; ++i) {
      answers[at + i] = (*reply)->element[i]->integer == 1 ? answer::member : answer::other;
    }
  }
  return std::nullopt;
}

std::optional<error> redis_oracle::list(const std::function<void(std::string_view)>& take) {
  if (auto failure = connect()) return failure;
  std::string cursor = "0";
  do {
    const auto reply = call({"SSCAN", set_, cursor, "COUNT", "10000"});
    if (!reply) return reply.failure();
    const redisReply& page = **reply;
    if (page.type != REDIS_REPLY_ARRAY || page.elements != 2) {
      return bad_input(name_ + ": SSCAN gave an answer of another shape; is it Redis?");
    }
    cursor.assign(page.element[0]->str, page.element[0]->len);
    const redisReply& members = *page.element[1];
    for (std::size_t i = 0; i < members.elements; ++i) {
      take({members.element[i]->str, members.element[i]->len});
    }
  } while (cursor != "0");
  return std::nullopt;
}

std::optional<error> redis_oracle::connect() {
  if (connection_) return std::nullopt;
  connection_.reset(redisConnectWithTimeout(host_.c_str(), port_, time_of(seconds_)));
  if (!connection_ || connection_->err != 0) return connection_failure();
  redisSetTimeout(connection_.get(), time_of(seconds_));
  auto failure = introduce();
  if (!failure) failure = look_for_set();
  if (failure) connection_.reset();
  return failure;
}

std::optional<error> redis_oracle::introduce() {
  if (!password_.empty()) {
    words login{"AUTH", user_, password_};
    if (user_.empty()) login.erase(login.begin() + 1);
    if (const auto reply = call(login); !reply) return reply.failure();
  }
  if (!database_.empty() && database_ != "0") {
    if (const auto reply = call({"SELECT", database_}); !reply) return reply.failure();
  }
  return std::nullopt;
}

/// A wrong name would make everybody an other without a word.
std::optional<error> redis_oracle::look_for_set() {
  if (is_known_) return std::nullopt;
  const auto reply = call({"EXISTS", set_});
  if (!reply) return reply.failure();
  is_known_ = (*reply)->type == REDIS_REPLY_INTEGER && (*reply)->integer == 1;
  if (is_known_) return std::nullopt;
  return bad_input(name_ + ": there is no set '" + set_ + "' in database " +
                   (database_.empty() ? "0" : database_) +
                   "; check the name (to Redis, an empty set does not exist)");
}

void redis_oracle::send(const words& command) {
  std::vector<const char*> starts;
  std::vector<std::size_t> sizes;
  for (const std::string_view word : command) {
    starts.push_back(word.data() == nullptr ? "" : word.data());
    sizes.push_back(word.size());
  }
  redisAppendCommandArgv(connection_.get(), static_cast<int>(starts.size()), starts.data(),
                         sizes.data());
}

result<redis_oracle::reply_pointer> redis_oracle::receive() {
  void* reply = nullptr;
  if (redisGetReply(connection_.get(), &reply) != REDIS_OK) return connection_failure();
  reply_pointer held(static_cast<redisReply*>(reply));
  if (held->type == REDIS_REPLY_ERROR) return refusal(*held);
  return held;
}

result<redis_oracle::reply_pointer> redis_oracle::call(const words& command) {
  send(command);
  return receive();
}

error redis_oracle::connection_failure() {
  std::string why = "no memory";
  if (connection_) why = connection_->errstr;
  if (connection_ && connection_->err == REDIS_ERR_IO &&
      (errno == EAGAIN || errno == EWOULDBLOCK)) {
    why = "no answer in time";
  }
  connection_.reset();
  return {error_code::no_answer, name_ + ": " + why + "; is Redis running there?"};
}

error redis_oracle::refusal(const redisReply& reply) const {
  const std::string why(reply.str, reply.len);
  if (is_passing_reply(why)) return {error_code::no_answer, name_ + ": " + why};
  const bool login =
      why.starts_with("NOAUTH") || why.starts_with("WRONGPASS") || why.starts_with("NOPERM");
  return bad_input(name_ + ": " + why +
                   (login ? "; set SLUICE_REDIS_PASSWORD, and the user as redis://USER@HOST"
                          : "; check the address"));
}

}  // namespace sluice
