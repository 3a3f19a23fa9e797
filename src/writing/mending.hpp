#pragma once

#include <cstdint>

#include "reading/format.hpp"
#include "writing/sink.hpp"

namespace sluice {

/// A run that was killed may have left half a record at the end of its output file. Cuts that off
/// and says how many bytes it was; 0 where the output is no file, or ends as it should. `from`: a
/// place between two records, before which nothing is looked at.
result<std::uint64_t> cut_half_record(const sink& out, std::uint64_t from,
                                      const record_format& format);

}  // namespace sluice
