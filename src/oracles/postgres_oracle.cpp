#include "oracles/postgres_oracle.hpp"

#include <libpq-fe.h>
#include <poll.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <unordered_set>

#include "failures.hpp"

namespace sluice {
namespace {

constexpr const char* statement_name = "sluice_member";
constexpr std::size_t keys_a_round_trip = 16384;

/// "a.b" as "a"."b".
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char each : name) {
    if (each == '.') {
      text += "\".\"";
    } else {
      text += each;
      if (each == '"') text += each;
    }
  }
  return text + '"';
}

/// A value for libpq's connection string.
std::string as_value(const std::string& text) {
  std::string value = "'";
  for (const char each : text) {
    if (each == '\'' || each == '\\') value += '\\';
    value += each;
  }
  return value + "'";
}

/// Keys as PostgreSQL writes an array.
std::string array_of(std::span<const std::string_view> keys) {
  std::string text = "{";
  for (const std::string_view key : keys) {
    if (text.size() > 1) text += ',';
    text += '"';
    for (const char each : key) {
      if (each == '"' || each == '\\') text += '\\';
      text += each;
    }
    text += '"';
  }
  return text + '}';
}

std::string without_line_ends(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

/// Will it help to wait? Not for wrong names, passwords or statements (classes 28, 3D, 42, …).
bool is_passing_state(std::string_view state) {
  constexpr std::array<std::string_view, 6> passing{"08", "40", "53", "55", "57", "58"};
  return state.empty() || std::any_of(passing.begin(), passing.end(), [&](std::string_view kind) {
           return state.starts_with(kind);
         });
}

}  // namespace

void postgres_oracle::close::operator()(pg_conn* connection) const noexcept {
  PQfinish(connection);
}

void postgres_oracle::clear::operator()(pg_result* reply) const noexcept {
  PQclear(reply);
}

postgres_oracle::~postgres_oracle() = default;

result<std::unique_ptr<postgres_oracle>> postgres_oracle::open(const oracle_address& address,
                                                               double seconds) {
  const auto table = address.option("table");
  const auto column = address.option("column");
  const auto query = address.option("query");
  if (query ? table || column : !table || !column) {
    return bad_input(
        address.name() +
        ": it names no set; add ?table=T&column=C, or ?query=SQL with $1 an array of texts");
  }
  std::unique_ptr<postgres_oracle> made(new postgres_oracle);
  made->name_ = address.name();
  made->seconds_ = seconds;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) made->conninfo_ += name + "=" + as_value(value) + " ";
  };
  add("host", address.host);
  add("port", address.port);
  add("user", address.user);
  add("dbname", address.path);
  add("connect_timeout", std::to_string(static_cast<int>(std::clamp(seconds, 2.0, 1e6))));
  add("application_name", "sluice");
  for (const auto& [name, value] : address.options) {
    if (name != "table" && name != "column" && name != "query") add(name, value);
  }
  made->statement_ = query.value_or("");
  if (!query) {
    const std::string from = quoted(*column) + "::text FROM " + quoted(*table);
    made->listing_ = "SELECT " + from;
    made->statement_ = "SELECT " + from + " WHERE " + quoted(*column) + " = ANY($1::text[])";
  }
  return made;
}

std::optional<error> postgres_oracle::ask(std::span<const std::string_view> keys,
                                          std::span<answer> answers) {
  if (auto failure = connect()) return failure;
  for (std::size_t at = 0; at < keys.size(); at += keys_a_round_trip) {
    const std::size_t count = std::min(keys_a_round_trip, keys.size() - at);
    if (auto failure = ask_connected(keys.subspan(at, count), answers.subspan(at, count))) {
      connection_.reset();
      return failure;
    }
  }
  return std::nullopt;
}

std::optional<error> postgres_oracle::ask_connected(std::span<const std::string_view> keys,
                                                    std::span<answer> answers) {
  // What cannot be a text there cannot be a member, and would fail all others with it.
  std::vector<std::string_view> askable;
  const auto can_be_text = [&](std::string_view key) {
    return key.find('\0') == std::string_view::npos &&
           (!is_utf8_ || simdjson::validate_utf8(key.data(), key.size()));
  };
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(askable), can_be_text);
  const std::string array = array_of(askable);
  const char* const value = array.c_str();
  if (PQsendQueryPrepared(connection_.get(), statement_name, 1, &value, nullptr, nullptr, 0) != 1) {
    return connection_failure(PQerrorMessage(connection_.get()));
  }
  const auto reply = receive();
  if (!reply) return reply.failure();
  std::unordered_set<std::string_view> members;
  for (int row = 0; row < PQntuples(reply->get()); ++row) {
    members.emplace(PQgetvalue(reply->get(), row, 0),
                    static_cast<std::size_t>(PQgetlength(reply->get(), row, 0)));
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    answers[i] = members.contains(keys[i]) ? answer::member : answer::other;
  }
  return std::nullopt;
}

/// Row by row, since the set may be larger than this machine's memory.
std::optional<error> postgres_oracle::list(const std::function<void(std::string_view)>& take) {
  if (listing_.empty()) {
    return bad_input(name_ + ": a query cannot be read from end to end; name table and column");
  }
  if (auto failure = connect()) return failure;
  if (PQsendQuery(connection_.get(), listing_.c_str()) != 1 ||
      PQsetSingleRowMode(connection_.get()) != 1) {
    return connection_failure(PQerrorMessage(connection_.get()));
  }
  while (const reply_pointer reply{PQgetResult(connection_.get())}) {
    const ExecStatusType status = PQresultStatus(reply.get());
    if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK) return refusal(*reply);
    for (int row = 0; row < PQntuples(reply.get()); ++row) {
      take({PQgetvalue(reply.get(), row, 0),
            static_cast<std::size_t>(PQgetlength(reply.get(), row, 0))});
    }
  }
  return std::nullopt;
}

std::optional<error> postgres_oracle::connect() {
  if (connection_) return std::nullopt;
  connection_.reset(PQconnectdb(conninfo_.c_str()));
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    return connection_failure(PQerrorMessage(connection_.get()));
  }
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  const char* const encoding = PQparameterStatus(connection_.get(), "client_encoding");
  is_utf8_ = encoding != nullptr && std::string_view(encoding) == "UTF8";
  auto failure = prepare();
  if (failure) connection_.reset();
  return failure;
}

std::optional<error> postgres_oracle::prepare() {
  constexpr Oid array_of_text = 1009;  // of PostgreSQL's catalog, since ever
  if (PQsendPrepare(connection_.get(), statement_name, statement_.c_str(), 1, &array_of_text) !=
      1) {
    return connection_failure(PQerrorMessage(connection_.get()));
  }
  const auto reply = receive();
  return reply ? std::nullopt : std::optional(reply.failure());
}

/// The result of what was sent last.
result<postgres_oracle::reply_pointer> postgres_oracle::receive() {
  reply_pointer last;
  while (true) {
    if (!wait()) return connection_failure("no answer in time");
    reply_pointer next(PQgetResult(connection_.get()));
    if (!next) break;
    last = std::move(next);
  }
  if (!last) return connection_failure(PQerrorMessage(connection_.get()));
  const ExecStatusType status = PQresultStatus(last.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) return refusal(*last);
  return last;
}

/// Until PQgetResult() need not wait; false when the time is over. A lost connection is for it to
/// tell.
bool postgres_oracle::wait() {
  const int milliseconds = static_cast<int>(std::min(seconds_, 1e6) * 1000);
  while (PQisBusy(connection_.get()) == 1) {
    pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
    const int ready = poll(&socket, 1, milliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return false;
    if (PQconsumeInput(connection_.get()) != 1) return true;
  }
  return true;
}

error postgres_oracle::connection_failure(const std::string& why) {
  // libpq gives no code for a refused login, only words.
  const bool final = why.find("password") != std::string::npos ||
                     (why.find("does not exist") != std::string::npos &&
                      why.find("No such file") == std::string::npos) ||
                     why.find("invalid connection option") != std::string::npos ||
                     why.find("no pg_hba.conf entry") != std::string::npos;
  error failure{final ? error_code::bad_value : error_code::no_answer,
                name_ + ": " + without_line_ends(why) +
                    (final ? "; check the address, and PGPASSWORD or PGPASSFILE"
                           : "; is PostgreSQL running there?")};
  connection_.reset();
  return failure;
}

error postgres_oracle::refusal(const pg_result& reply) const {
  const char* const state = PQresultErrorField(&reply, PG_DIAG_SQLSTATE);
  const char* const message = PQresultErrorField(&reply, PG_DIAG_MESSAGE_PRIMARY);
  const std::string why = message != nullptr ? message : PQresultErrorMessage(&reply);
  if (is_passing_state(state != nullptr ? state : "")) {
    return {error_code::no_answer, name_ + ": " + without_line_ends(why)};
  }
  return bad_input(name_ + ": " + without_line_ends(why) +
                   "; check table, column or query (a column that is no text needs a query, as "
                   "SELECT id::text FROM t WHERE id = ANY($1::int[]))");
}

}  // namespace sluice
