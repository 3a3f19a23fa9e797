#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sluice/digest.hpp"
#include "sluice/parameters.hpp"
#include "sluice/snapshot/bytes.hpp"
#include "sluice/snapshot/fields.hpp"

namespace sluice {

/// By what the keys that a filter has seen were hashed: with another hash it knows none of them.
struct hash_identity {
  enum class method : std::uint8_t { unknown = 0, xxh3 = 1, keyed = 2 };

  method by = method::unknown;
  std::uint64_t seed = 0;   ///< of xxh3
  std::uint64_t check = 0;  ///< one word of the digest of a known text: tells secrets apart
  std::optional<std::array<std::uint64_t, 4>> secret{};  ///< only where the user wants it kept

  /// What a digester is known by.
  template <class Digester>
  static hash_identity of(method by, const Digester& hash, std::uint64_t seed = 0) {
    return {by, seed, hash("sluice").high, std::nullopt};
  }

  friend bool operator==(const hash_identity&, const hash_identity&) = default;
};

/// One thing in a snapshot: its numbers, and how many bytes of cells it has.
struct snapshot_part {
  std::string name;
  std::vector<std::pair<std::string, std::uint64_t>> numbers;
  std::uint64_t cells = 0;

  friend bool operator==(const snapshot_part&, const snapshot_part&) = default;
};

/// All of a snapshot but the cells. docs/snapshot-format.md has the bytes.
struct snapshot_header {
  static constexpr std::uint32_t newest_version = 1;
  static constexpr std::array<char, 8> magic{'S', 'L', 'U', 'I', 'C', 'E', '\x1a', '\n'};
  static constexpr std::size_t prelude = magic.size() + 4 + 4;  // version and length of the fields
  static constexpr std::uint32_t longest = 1 << 16;             // of the fields
  static constexpr std::uint64_t most_cells_beside = 1 << 28;   // of a part that is no filter

  std::uint32_t version = newest_version;
  std::string filter;
  parameter_list parameters;
  std::uint64_t seed = 0;
  hash_identity hash;
  std::vector<std::pair<std::string, std::string>> texts;  ///< whatever its maker wants to know
  std::vector<snapshot_part> parts;                        ///< the first is the filter's own

  friend bool operator==(const snapshot_header&, const snapshot_header&) = default;
};

inline std::vector<std::byte> to_bytes(const snapshot_header& header) {
  field_writer fields;
  fields.text(header.filter);
  fields.number(header.seed);
  fields.list(header.parameters, [&](const parameter& each) {
    fields.text(each.name);
    fields.number(each.value);
  });
  fields.number(static_cast<std::uint8_t>(header.hash.by));
  fields.number(header.hash.seed);
  fields.number(header.hash.check);
  fields.number(static_cast<std::uint8_t>(header.hash.secret ? 1 : 0));
  for (const std::uint64_t word : header.hash.secret.value_or(std::array<std::uint64_t, 4>{})) {
    if (header.hash.secret) fields.number(word);
  }
  fields.list(header.texts, [&](const auto& each) {
    fields.text(each.first);
    fields.text(each.second);
  });
  fields.list(header.parts, [&](const snapshot_part& part) {
    fields.text(part.name);
    fields.list(part.numbers, [&](const auto& each) {
      fields.text(each.first);
      fields.number(each.second);
    });
    fields.number(part.cells);
  });

  field_writer all;
  for (const char letter : snapshot_header::magic) all.number(letter);
  all.number(header.version);
  all.number(static_cast<std::uint32_t>(fields.bytes().size()));
  std::vector<std::byte> bytes(all.bytes().begin(), all.bytes().end());
  bytes.insert(bytes.end(), fields.bytes().begin(), fields.bytes().end());
  return bytes;
}

/// The fields behind the prelude. Nothing: they are not what they should be.
inline std::optional<snapshot_header> header_from_fields(std::span<const std::byte> bytes) {
  field_reader fields(bytes);
  snapshot_header header;
  header.filter = fields.text();
  header.seed = fields.number<std::uint64_t>();
  header.parameters = fields.list([&] {
    std::string name = fields.text();
    return parameter{std::move(name), fields.number<double>()};
  });
  const auto by = fields.number<std::uint8_t>();
  header.hash.by = static_cast<hash_identity::method>(by);
  header.hash.seed = fields.number<std::uint64_t>();
  header.hash.check = fields.number<std::uint64_t>();
  const auto has_secret = fields.number<std::uint8_t>();
  if (has_secret == 1) {
    for (std::uint64_t& word : header.hash.secret.emplace()) word = fields.number<std::uint64_t>();
  }
  header.texts = fields.list([&] {
    std::string name = fields.text();
    return std::pair(std::move(name), fields.text());
  });
  header.parts = fields.list([&] {
    snapshot_part part;
    part.name = fields.text();
    part.numbers = fields.list([&] {
      std::string name = fields.text();
      return std::pair(std::move(name), fields.number<std::uint64_t>());
    });
    part.cells = fields.number<std::uint64_t>();
    return part;
  });
  const bool known = by <= static_cast<std::uint8_t>(hash_identity::method::keyed);
  if (!fields.finished() || !known || has_secret > 1 || header.parts.empty()) return std::nullopt;
  for (std::size_t i = 1; i < header.parts.size(); ++i) {
    if (header.parts[i].cells > snapshot_header::most_cells_beside) return std::nullopt;
  }
  return header;
}

}  // namespace sluice
