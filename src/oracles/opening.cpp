#include "oracles/opening.hpp"

#include "oracles/exec_oracle.hpp"
#include "oracles/file_oracle.hpp"
#include "oracles/postgres_oracle.hpp"
#include "oracles/redis_oracle.hpp"

namespace sluice {
namespace {

template <class Opened>
result<opened_oracle> with_list(result<std::unique_ptr<Opened>> opened) {
  if (!opened) return opened.failure();
  listed_set* const listed = opened->get();
  return opened_oracle{*std::move(opened), listed};
}

}  // namespace

result<opened_oracle> open_oracle(const oracle_address& address, double seconds) {
  if (address.scheme == "file") return with_list(file_oracle::open(address.rest));
  if (address.scheme == "redis") return with_list(redis_oracle::open(address, seconds));
  if (address.scheme == "postgres") return with_list(postgres_oracle::open(address, seconds));
  return opened_oracle{std::make_unique<exec_oracle>(address.rest, address.name(), seconds),
                       nullptr};
}

}  // namespace sluice
