// CSV: however a text grows, the same records come out of it, and each can be read.

#include <cstdlib>
#include <string>
#include <vector>

#include "keys/fields.hpp"
#include "keys/key_reader.hpp"
#include "reading/block.hpp"
#include "reading/splitter.hpp"

namespace {

using namespace sluice;

constexpr record_format csv{.kind = record_kind::csv};

std::vector<std::uint32_t> edges_of(std::string_view text, std::size_t step) {
  text_buffer buffer;
  buffer.reserve(text.size());
  splitter subject(csv);
  std::vector<std::uint32_t> edges{0};
  for (std::size_t at = 0; at < text.size(); at += step) {
    buffer.append(text.substr(at, step));
    subject.split(buffer.view(), edges, 1 << 20);
  }
  return edges;
}

/// A quoted field never ends a record early: as many separators as its columns promise.
void read_fields(std::string_view record) {
  std::string scratch;
  std::size_t bytes = 0;
  fields walk(without_end(record, csv), csv.separator(), true);
  while (walk.next()) bytes += walk.value(scratch).size();
  if (bytes > record.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto edges = edges_of(text, text.size() + 1);
  if (edges != edges_of(text, data[0] % 100 + 1)) std::abort();
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    read_fields(text.substr(edges[i], edges[i + 1] - edges[i]));
  }
  return 0;
}
