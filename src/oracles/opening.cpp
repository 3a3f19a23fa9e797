#include "oracles/opening.hpp"

#include "oracles/file_oracle.hpp"

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
  static_cast<void>(seconds);
  return with_list(file_oracle::open(address.rest));
}

}  // namespace sluice
