#include "reading/input.hpp"

#include <algorithm>

#include "failures.hpp"
#include "keys/key_reader.hpp"
#include "reading/file_source.hpp"

namespace sluice {
namespace {

/// Records of a few bytes would make digests outweigh the text many times.
constexpr std::size_t most_edges = 64 << 10;

}  // namespace

input::input(std::vector<std::string> paths, const record_format& format, key_list keys,
             std::size_t block_bytes, const stop_signal& stop)
    : paths_(std::move(paths)),
      format_(format),
      keys_(std::move(keys)),
      block_bytes_(block_bytes),
      stop_(stop),
      splitter_(format) {
  if (format.has_columns() && !keys_.by_name()) columns_ = *keys_.columns({}, format_);
}

std::string input::name_of(std::size_t file) const {
  return paths_[file] == "-" ? "standard input" : paths_[file];
}

void input::fill(block& records) {
  records.clear();
  records.file = file_;
  if (!source_ && !open(records)) return;
  records.text.reserve(block_bytes_);
  records.text.append(carried_.view());
  carried_.clear();
  records.edges.push_back(0);
  splitter_.restart();

  bool searched = splitter_.split(records.text.view(), records.edges, most_edges);
  while (searched && !(records.records() > 0 && !source_->ready())) {
    if (records.text.size() >= block_bytes_ && records.records() > 0) break;
    if (is_too_long(records) || !read_more(records)) break;
    searched = splitter_.split(records.text.view(), records.edges, most_edges);
  }
  if (!records.failure && is_too_long(records)) {
    records.fail_after(0, bad_input("the record is longer than 256 MiB; is the format right?"),
                       true);
  }
  if (source_) carried_.append(records.text.view().substr(records.edges.back()));
  if (header_is_due_ && records.records() > 0) take_header(records);
  records.columns = columns_;
}

bool input::open(block& records) {
  if (stop_.raised()) {
    records.last = true;
    return false;
  }
  auto opened = open_source(paths_[file_], stop_, consumed_);
  if (!opened) {
    records.edges.push_back(0);
    records.fail_after(0, opened.failure(), false);
    return false;
  }
  source_ = std::move(*opened);
  header_is_due_ = keys_.by_name();
  return true;
}

/// False when the file or the stream ends here.
bool input::read_more(block& records) {
  if (stop_.raised()) return stop_early(records);
  text_buffer& text = records.text;
  if (text.size() == text.capacity()) {
    text.reserve(std::min<std::size_t>(2 * text.capacity(), longest_record + block_bytes_));
  }
  const auto size = source_->read(text.room());
  if (stop_.raised() && (!size || *size == 0)) return stop_early(records);
  if (!size) {
    records.fail_after(records.records(), size.failure(), false);
    source_.reset();
    return false;
  }
  text.grow(*size);
  if (*size == 0) finish_file(records);
  return *size > 0;
}

/// Whoever continues begins with the record that is cut here.
bool input::stop_early(block& records) noexcept {
  source_.reset();
  records.last = true;
  return false;
}

/// Only the first record of a block can be that long.
bool input::is_too_long(const block& records) const noexcept {
  const std::size_t size = records.records() > 0 ? records.edges[1] : records.text.size() + 1;
  return size > longest_record + 1;
}

/// The last record counts without its end, too, and gets one. A part of one is an error.
void input::finish_file(block& records) {
  if (records.edges.back() < records.text.size()) {
    if (format_.kind == record_kind::fixed) {
      const auto left = records.text.size() - records.edges.back();
      records.fail_after(records.records(),
                         bad_input("the last record has " + std::to_string(left) + " of " +
                                   std::to_string(format_.width) +
                                   " bytes; is the file complete, the width right?"),
                         true);
    } else if (splitter_.inside_quotes()) {
      records.fail_after(records.records(),
                         bad_input("a quote is open until the end; close it or use -f lines"),
                         true);
    } else {
      records.text.append({&format_.end, 1});
      records.edges.push_back(static_cast<std::uint32_t>(records.text.size()));
    }
  }
  go_to_next_file(records);
}

void input::go_to_next_file(block& records) noexcept {
  source_.reset();
  ++file_;
  if (file_ == paths_.size()) records.last = true;
}

/// The first header is written, later ones must be the same.
void input::take_header(block& records) {
  header_is_due_ = false;
  const std::string_view header = without_end(records.record(0), format_);
  if (first_header_.empty()) {
    auto columns = keys_.columns(header, format_);
    if (!columns) return records.fail_after(0, columns.failure(), true);
    columns_ = std::move(*columns);
    first_header_ = header;
    records.is_first_header = true;
  } else if (header != first_header_) {
    const auto* const why =
        "the header differs from that of the files before; give files of one shape";
    return records.fail_after(0, bad_input(why), true);
  }
  records.header = records.record(0);
  records.edges.erase(records.edges.begin());
}

}  // namespace sluice
