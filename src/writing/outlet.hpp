#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "reading/block.hpp"
#include "sluice/filter.hpp"
#include "writing/sink.hpp"

namespace sluice {

/// What is to be written of a stream.
enum class selection {
  fresh,    ///< records whose key is new
  repeats,  ///< the others
  marked,   ///< all, behind what they are
};

/// What marked records are called, each name with its tab.
struct verdict_names {
  std::string_view fresh = "fresh\t";
  std::string_view repeat = "repeat\t";
};

/// What to do with a record that has no key.
enum class keyless_policy { pass, drop };

/// What becomes of a record.
enum class fate : std::uint8_t { fresh, repeat, dropped };

/// Writes the records of a block that are wanted, in order, as they came.
class outlet {
 public:
  outlet(sink& to, selection wanted, keyless_policy keyless, const verdict_names& names = {})
      : to_(to), wanted_(wanted), keyless_(keyless), names_(names) {}

  /// `verdicts`: one for each of the block's keys.
  void write(const block& records, std::span<const verdict> verdicts);

 private:
  void decide(const block& records, std::span<const verdict> verdicts);
  void write_header(const block& records) noexcept;
  void write_runs(const block& records, fate wanted) noexcept;
  void write_marked(const block& records) noexcept;

  sink& to_;
  selection wanted_;
  keyless_policy keyless_;
  verdict_names names_;
  std::vector<fate> fates_;
};

}  // namespace sluice
