// Bytes as a snapshot: refused, or a filter that works. Without this the checksums would refuse
// nearly all; so they are put right before each try.

#include <cstdint>
#include <cstring>
#include <vector>

#include "sluice/snapshot.hpp"
#include "sluice/snapshot/zstd.hpp"

namespace {

using namespace sluice;

constexpr std::uint64_t most_memory = 1 << 20;

void put_right(std::vector<std::byte>& bytes) {
  constexpr std::size_t prelude = snapshot_header::prelude;
  if (bytes.size() < prelude) return;
  std::memcpy(bytes.data(), snapshot_header::magic.data(), snapshot_header::magic.size());
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + prelude - sizeof length, sizeof length);
  if (bytes.size() < prelude + sizeof(std::uint64_t)) return;
  length %= static_cast<std::uint32_t>(bytes.size() - prelude - sizeof(std::uint64_t) + 1);
  std::memcpy(bytes.data() + prelude - sizeof length, &length, sizeof length);
  const std::uint64_t header = XXH3_64bits(bytes.data(), prelude + length);
  std::size_t at = prelude + length;
  std::memcpy(bytes.data() + at, &header, sizeof header);
  at += sizeof header;

  block_checksums checksums(header);
  while (bytes.size() - at >= sizeof(block_head) + sizeof(end_mark)) {
    block_head head;
    std::memcpy(&head, bytes.data() + at, sizeof head);
    const std::size_t room = bytes.size() - at - sizeof head - sizeof(end_mark);
    head.stored = std::min(head.stored, static_cast<std::uint32_t>(room));
    head.checksum =
        checksums.next(std::span(bytes).subspan(at + sizeof head, head.stored), head.form);
    std::memcpy(bytes.data() + at, &head, sizeof head);
    at += sizeof head + head.stored;
  }
  if (bytes.size() - at < sizeof(end_mark)) return;
  const end_mark mark{bytes.size(), checksums.of_end(bytes.size())};
  std::memcpy(bytes.data() + bytes.size() - sizeof mark, &mark, sizeof mark);
}

void try_to_load(std::span<const std::byte> bytes) {
  memory_source source(bytes);
  zstd_codec codec;
  const auto made = load(source, &codec, most_memory);
  if (!made) return;
  for (std::uint64_t key = 0; key < 200; ++key) {
    (*made)->observe(digester()({reinterpret_cast<const char*>(&key), sizeof key}));
  }
  (*made)->advance_to(1);
  static_cast<void>((*made)->predicted_fpr());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = std::as_bytes(std::span(data, size));
  std::vector<std::byte> bytes(given.begin(), given.end());
  try_to_load(bytes);
  put_right(bytes);
  try_to_load(bytes);
  return 0;
}
