#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "keys/key_list.hpp"
#include "reading/block.hpp"
#include "reading/format.hpp"
#include "sluice/keyed_digest.hpp"

namespace sluice {

/// How records become digests.
struct key_rules {
  record_format format;
  key_list keys;
  bool must_have_key = false;  ///< a record without is an error
  bool keep_bytes = false;     ///< for those who need the keys themselves
  std::uint64_t seed = 0;
  std::optional<digest_secret> secret{};  ///< against keys that an adversary writes
};

/// Reads the keys of a block's records and hashes them. Belongs to one thread.
class key_reader {
 public:
  virtual ~key_reader() = default;

  /// Fills `keys` and `keyless`; ends the block before a record that cannot be read.
  virtual void read(block& records) = 0;
};

std::unique_ptr<key_reader> make_key_reader(const key_rules& rules);

/// A record without what ends it: for CSV and TSV also without the carriage return of Windows.
inline std::string_view without_end(std::string_view record, const record_format& format) noexcept {
  if (format.kind == record_kind::fixed) return record;
  record.remove_suffix(1);
  if (format.has_columns() && record.ends_with('\r')) record.remove_suffix(1);
  return record;
}

}  // namespace sluice
