// Sizes, rates, counts, spans and formats: any text is taken within its bounds or refused.

#include <cstdlib>
#include <string>

#include "reading/format.hpp"
#include "units.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto bytes = sluice::parse_size(text); bytes && *bytes >= 1ULL << 63) std::abort();
  if (const auto rate = sluice::parse_rate(text); rate && !(*rate >= 0 && *rate <= 1)) std::abort();
  if (const auto span = sluice::parse_span(text)) {
    if (span->records.has_value() == span->seconds.has_value()) std::abort();
  }
  if (const auto count = sluice::parse_count(text)) {
    if (*count > 1ULL << 53) std::abort();
    if (*sluice::parse_count(std::to_string(*count)) != *count) std::abort();
  }
  if (const auto format = sluice::parse_format(text)) {
    if (format->width > sluice::longest_record) std::abort();
  }
  return 0;
}
