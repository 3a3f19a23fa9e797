#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "oracles/address.hpp"
#include "sluice/membership/oracle.hpp"

struct pg_conn;
struct pg_result;

namespace sluice {

/// A set in PostgreSQL: the texts of a column, or what a query finds among an array of texts. One
/// prepared statement, one round trip for all keys.
///
/// postgres://[USER@]HOST[:PORT]/DB?table=T&column=C or ?query=SQL, where the query takes the keys
/// as $1, a text[], and gives back those that are members, as they were asked for. All other
/// options are libpq's (sslmode and so on), which also finds the password: PGPASSWORD, PGPASSFILE.
class postgres_oracle final : public oracle, public listed_set {
 public:
  /// Each answer may take so many seconds.
  static result<std::unique_ptr<postgres_oracle>> open(const oracle_address& address,
                                                       double seconds);
  ~postgres_oracle() override;

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override;
  std::optional<error> list(const std::function<void(std::string_view)>& take) override;

 private:
  struct close {
    void operator()(pg_conn* connection) const noexcept;
  };
  struct clear {
    void operator()(pg_result* reply) const noexcept;
  };
  using reply_pointer = std::unique_ptr<pg_result, clear>;

  postgres_oracle() = default;

  std::optional<error> connect();
  std::optional<error> prepare();
  std::optional<error> ask_connected(std::span<const std::string_view> keys,
                                     std::span<answer> answers);
  result<reply_pointer> receive();
  bool wait();
  error connection_failure(const std::string& why);
  error refusal(const pg_result& reply) const;

  std::string name_;
  std::string conninfo_;
  std::string statement_;
  std::string listing_;  // empty where a query was given
  double seconds_ = 0;
  bool is_utf8_ = true;
  std::unique_ptr<pg_conn, close> connection_;
};

}  // namespace sluice
