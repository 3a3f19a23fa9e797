#pragma once

#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sluice/catalog.hpp"
#include "sluice/snapshot/blocks.hpp"
#include "sluice/snapshot/bytes.hpp"
#include "sluice/snapshot/header.hpp"

// A filter as bytes and back, with whatever should survive beside it:
//
//     save(filter, sink)      load(source)
//
// A snapshot is checked byte by byte; what is loaded is a valid filter that goes on exactly where
// the saved one was. All lengths are bounded before memory is taken.

namespace sluice {

/// Something saved beside the filter under its own name.
struct companion {
  std::string name;
  state_view state;
};

/// What a snapshot holds beside the filter.
struct snapshot_extras {
  hash_identity hash{};
  std::vector<std::pair<std::string, std::string>> texts{};
  std::vector<companion> companions{};
};

namespace detail {

inline snapshot_part part_of(const std::string& name, const state_view& state) {
  snapshot_part part{.name = name, .numbers = {}, .cells = state.cells.size()};
  for (const auto& number : state.numbers) {
    part.numbers.emplace_back(std::string(number.name), *number.value);
  }
  return part;
}

inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace detail

/// Writes a snapshot of things whose names and sizes are in the header, and whose numbers are taken
/// from their states.
inline std::optional<error> write_snapshot(snapshot_header header,
                                           std::span<const state_view> states, byte_sink& to,
                                           block_codec* codec) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    header.parts[i] = detail::part_of(header.parts[i].name, states[i]);
  }
  const auto bytes = to_bytes(header);
  if (bytes.size() > snapshot_header::prelude + snapshot_header::longest) {
    return error{error_code::impossible_wish,
                 "the texts beside the filter are too long for a snapshot; keep them under 64 KiB"};
  }
  const std::uint64_t checksum = detail::checksum(bytes);
  if (auto failure = to.write(bytes)) return failure;
  if (auto failure = to.write(bytes_of(checksum))) return failure;
  block_writer blocks(to, checksum, bytes.size() + sizeof checksum, codec);
  for (const state_view& state : states) {
    if (auto failure = blocks.write(state.cells)) return failure;
  }
  return blocks.finish();
}

/// Saves a filter as it is now, or anything else with a name, parameters and a state.
template <class Subject>
std::optional<error> save(Subject& subject, byte_sink& to, const snapshot_extras& with = {},
                          block_codec* codec = nullptr) {
  snapshot_header header{.filter = std::string(subject.name()),
                         .parameters = subject.parameters(),
                         .hash = with.hash,
                         .texts = with.texts,
                         .parts = {{.name = "filter", .numbers = {}}}};
  if constexpr (requires { subject.seed(); }) header.seed = subject.seed();
  std::vector<state_view> states{subject.state()};
  for (const companion& each : with.companions) {
    header.parts.push_back({.name = each.name, .numbers = {}});
    states.push_back(each.state);
  }
  return write_snapshot(std::move(header), states, to, codec);
}

/// Room for all of a snapshot whose makers are not known, to copy it as it is.
struct loose_parts {
  explicit loose_parts(const snapshot_header& header) : parts(header.parts) {
    for (snapshot_part& part : parts) {
      state_view& state = states.emplace_back();
      for (auto& [name, value] : part.numbers) state.numbers.push_back({name, &value});
      state.cells = cells.emplace_back(part.cells).memory().first(part.cells);
    }
  }

  std::vector<snapshot_part> parts;
  std::list<storage> cells;
  std::vector<state_view> states;
};

/// Reads a snapshot in steps: open(), look at the header, then the filter, then each companion in
/// its order or none, then finish().
class snapshot_reader {
 public:
  /// Reads and checks the header. Where the source knows its end, a snapshot that is cut off is
  /// refused here already.
  static result<snapshot_reader> open(byte_source& from, block_codec* codec = nullptr) {
    std::vector<std::byte> bytes(snapshot_header::prelude);
    if (auto failure = from.read(bytes)) return not_ours(*failure);
    field_reader prelude{std::span(bytes).subspan(snapshot_header::magic.size())};
    const auto version = prelude.number<std::uint32_t>();
    const auto length = prelude.number<std::uint32_t>();
    if (std::memcmp(bytes.data(), snapshot_header::magic.data(), snapshot_header::magic.size()) !=
        0) {
      return error{error_code::damaged, "this is no snapshot of sluice; is it the right file?"};
    }
    if (length > snapshot_header::longest) return damaged("has a damaged header");
    bytes.resize(snapshot_header::prelude + length);
    std::uint64_t checksum = 0;
    auto failure = from.read(std::span(bytes).subspan(snapshot_header::prelude));
    if (!failure) failure = from.read(std::as_writable_bytes(std::span(&checksum, 1)));
    if (failure) return *failure;
    if (checksum != detail::checksum(bytes)) return damaged("has a damaged header");
    if (version > snapshot_header::newest_version || version == 0) return too_new(version);
    auto header = header_from_fields(std::span(bytes).subspan(snapshot_header::prelude));
    if (!header) return damaged("has a header that makes no sense");
    header->version = version;
    const std::uint64_t so_far = bytes.size() + sizeof checksum;
    if (auto cut = check_length(from, so_far)) return *cut;
    return snapshot_reader(std::move(*header), block_reader(from, checksum, so_far, codec));
  }

  const snapshot_header& header() const noexcept { return header_; }

  /// The filter, provided that it takes no more than so much memory.
  result<std::unique_ptr<filter>> read_filter(
      std::uint64_t most_memory = std::numeric_limits<std::uint64_t>::max()) {
    const auto kind = find_filter(header_.filter);
    if (!kind) return kind.failure();
    const auto memory = (*kind)->memory_bytes(header_.parameters);
    if (!memory) return damaged("has impossible parameters: " + memory.failure().message);
    if (*memory != header_.parts.front().cells) return damaged("has parameters of another size");
    if (*memory > most_memory) {
      return error{error_code::out_of_memory, "the snapshot's filter takes " +
                                                  bytes_in_words(static_cast<double>(*memory)) +
                                                  " of memory, more than it may"};
    }
    auto made = (*kind)->make_filter(header_.parameters, header_.seed);
    if (!made) return made.failure();
    if (auto failure = read_subject(**made)) return *failure;
    return made;
  }

  /// The first part, into something that was made with the header's parameters.
  template <class Subject>
  std::optional<error> read_subject(Subject& made) {
    if (auto failure = read_part(made.state())) return failure;
    if (!made.restored()) return damaged("holds no state that such a filter can be in");
    return std::nullopt;
  }

  /// The next part, into something that has the same numbers and cells.
  std::optional<error> read_part(const state_view& into) {
    const snapshot_part& part = header_.parts[next_];
    bool fits = part.cells == into.cells.size() && part.numbers.size() == into.numbers.size();
    for (std::size_t i = 0; fits && i < part.numbers.size(); ++i) {
      fits = part.numbers[i].first == into.numbers[i].name;
    }
    if (!fits) return damaged("has a part '" + part.name + "' of another shape");
    for (std::size_t i = 0; i < part.numbers.size(); ++i) {
      *into.numbers[i].value = part.numbers[i].second;
    }
    ++next_;
    return blocks_.read(into.cells);
  }

  /// Checks what was not read, and the end.
  std::optional<error> finish() {
    for (; next_ < header_.parts.size(); ++next_) {
      if (auto failure = blocks_.skip(header_.parts[next_].cells)) return failure;
    }
    return blocks_.finish();
  }

 private:
  snapshot_reader(snapshot_header header, block_reader blocks)
      : header_(std::move(header)), blocks_(std::move(blocks)) {}

  static error not_ours(const error& failure) {
    if (failure.code != error_code::damaged) return failure;
    return {error_code::damaged,
            "this is no snapshot of sluice, it is too short; is it the right file?"};
  }

  static error too_new(std::uint32_t version) {
    return {error_code::newer_version, "the snapshot has format " + std::to_string(version) +
                                           ", and this sluice reads up to " +
                                           std::to_string(snapshot_header::newest_version) +
                                           "; use the sluice that wrote it"};
  }

  static std::optional<error> check_length(byte_source& from, std::uint64_t so_far) {
    const auto left = from.left();
    if (!left) return std::nullopt;
    end_mark mark;
    if (*left < sizeof mark) return damaged("is cut off");
    if (auto failure = from.peek_at_end(std::as_writable_bytes(std::span(&mark, 1))))
      return failure;
    if (mark.length != so_far + *left) return damaged("is cut off, or something follows it");
    return std::nullopt;
  }

  snapshot_header header_;
  block_reader blocks_;
  std::size_t next_ = 0;
};

/// The filter in a snapshot; what is saved beside it is checked and left alone.
inline result<std::unique_ptr<filter>> load(
    byte_source& from, block_codec* codec = nullptr,
    std::uint64_t most_memory = std::numeric_limits<std::uint64_t>::max()) {
  auto reader = snapshot_reader::open(from, codec);
  if (!reader) return reader.failure();
  auto loaded = reader->read_filter(most_memory);
  if (!loaded) return loaded.failure();
  if (auto failure = reader->finish()) return *failure;
  return loaded;
}

}  // namespace sluice
