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

/// How long to wait for an answer before it counts as none, and where the password comes from, is
/// each oracle's own matter.
result<opened_oracle> open_oracle(const oracle_address& address, double seconds);

}  // namespace sluice
