#pragma once

#include <memory>

#include "oracles/address.hpp"
#include "sluice/membership/oracle.hpp"

namespace sluice {

/// An oracle, and the same as a set that can be listed, where it can.
struct opened_oracle {
  std::unique_ptr<oracle> asked;
  listed_set* listed = nullptr;
};

/// `seconds`: how long an answer may take before it counts as none.
result<opened_oracle> open_oracle(const oracle_address& address, double seconds);

}  // namespace sluice
