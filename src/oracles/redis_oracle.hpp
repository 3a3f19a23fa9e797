#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "oracles/address.hpp"
#include "sluice/membership/oracle.hpp"

struct redisContext;
struct redisReply;

namespace sluice {

/// A set in Redis, asked by SMISMEMBER (Redis 6.2 or later), many commands in one round trip.
///
/// redis://[USER@]HOST[:PORT][/DB]?set=NAME; the password is in SLUICE_REDIS_PASSWORD. It connects
/// when it is asked and again after each failure.
class redis_oracle final : public oracle, public listed_set {
 public:
  /// Each answer may take so many seconds.
  static result<std::unique_ptr<redis_oracle>> open(const oracle_address& address, double seconds);
  ~redis_oracle() override;

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override;
  std::optional<error> list(const std::function<void(std::string_view)>& take) override;

 private:
  struct close {
    void operator()(redisContext* connection) const noexcept;
  };
  struct free {
    void operator()(redisReply* reply) const noexcept;
  };
  using words = std::vector<std::string_view>;
  using reply_pointer = std::unique_ptr<redisReply, free>;

  redis_oracle() = default;

  std::optional<error> connect();
  std::optional<error> introduce();
  std::optional<error> look_for_set();
  std::optional<error> round_trip(std::span<const std::string_view> keys,
                                  std::span<answer> answers);
  void send(const words& command);
  result<reply_pointer> receive();
  result<reply_pointer> call(const words& command);
  error connection_failure();
  error refusal(const redisReply& reply) const;

  std::string name_, host_, user_, password_, set_, database_;
  int port_ = 0;
  double seconds_ = 0;
  bool is_known_ = false;  // the set was there
  std::unique_ptr<redisContext, close> connection_;
};

}  // namespace sluice
