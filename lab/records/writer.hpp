#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "records/formats.hpp"
#include "sluice/result.hpp"
#include "streams/record.hpp"

namespace sluice::lab {

enum class record_format { lines, csv, jsonl, binary, truth };

/// Writes all of it to standard output. Nobody reading any more is no failure: false.
result<bool> write_out(const char* bytes, std::size_t size);

/// Records of a stream to standard output, by the block.
template <class Kind>
class record_writer {
 public:
  record_writer(record_format format, std::uint64_t seed) : format_(format), seed_(seed) {}

  template <class Stream>
  std::optional<error> write(Stream& stream, std::uint64_t records) {
    switch (format_) {
      case record_format::csv:
        return write_lines<comma_separated, true>(stream, records);
      case record_format::jsonl:
        return write_lines<json_object, false>(stream, records);
      case record_format::lines:
        return write_lines<comma_separated, false>(stream, records);
      case record_format::binary:
        return write_each(stream, records, [](const stream_record& record, char* at) {
          return text(at).binary(record.key).end();
        });
      default:
        return write_each(stream, records, [](const stream_record& record, char* at) {
          return (record.repeat ? text(at).put("repeat\n") : text(at).put("fresh\n")).end();
        });
    }
  }

 private:
  static constexpr std::size_t block = 1 << 18;

  template <class Out, bool Header, class Stream>
  std::optional<error> write_lines(Stream& stream, std::uint64_t records) {
    if constexpr (Header) {
      header names(end_);
      Kind::describe(0, seed_, names);
      end_ = names.finish();
    }
    return write_each(stream, records, [seed = seed_](const stream_record& record, char* at) {
      Out out(at);
      Kind::describe(record.key, seed, out);
      return out.finish();
    });
  }

  template <class Stream, class Put>
  std::optional<error> write_each(Stream& stream, std::uint64_t records, Put put) {
    Stream from = std::move(stream);  // a local, so that its members stay in registers
    char* end = end_;
    for (std::uint64_t i = 0; i < records; ++i) {
      end = put(from.next(), end);
      if (end < buffer_.data() + block) continue;
      const auto written =
          write_out(buffer_.data(), static_cast<std::size_t>(end - buffer_.data()));
      if (!written) return written.failure();
      if (!*written) return std::nullopt;
      end = buffer_.data();
    }
    const auto written = write_out(buffer_.data(), static_cast<std::size_t>(end - buffer_.data()));
    if (!written) return written.failure();
    return std::nullopt;
  }

  record_format format_;
  std::uint64_t seed_;
  std::vector<char> buffer_ = std::vector<char>(block + most_text);
  char* end_ = buffer_.data();
};

}  // namespace sluice::lab
