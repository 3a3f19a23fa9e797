#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "keys/key_list.hpp"
#include "reading/block.hpp"
#include "reading/format.hpp"
#include "reading/source.hpp"
#include "reading/splitter.hpp"
#include "reading/stop_signal.hpp"

namespace sluice {

/// Several files as one stream of records, handed out in blocks. One thread at a time.
class input {
 public:
  /// `block_bytes`: the size of a block, where its records are not longer.
  input(std::vector<std::string> paths, const record_format& format, key_list keys,
        std::size_t block_bytes, const stop_signal& stop);

  /// Fills the block with the next whole records, of one file. The stream's last block says so;
  /// after a stop signal that is the one with the records read by then.
  void fill(block& records);

  /// What errors call the file.
  std::string name_of(std::size_t file) const;

  /// Bytes read so far, as they lie in the files. Any thread may ask.
  std::uint64_t consumed() const noexcept { return consumed_; }

 private:
  bool open(block& records);
  bool read_more(block& records);
  bool stop_early(block& records) noexcept;
  bool is_too_long(const block& records) const noexcept;
  void finish_file(block& records);
  void take_header(block& records);
  void go_to_next_file(block& records) noexcept;

  std::vector<std::string> paths_;
  record_format format_;
  key_list keys_;
  std::size_t block_bytes_;
  const stop_signal& stop_;

  splitter splitter_;
  std::size_t file_ = 0;
  std::unique_ptr<source> source_;
  text_buffer carried_;  // the beginning of the record that the last block cut
  bool header_is_due_ = false;
  std::string first_header_;
  std::vector<std::uint32_t> columns_;
  std::atomic<std::uint64_t> consumed_ = 0;
};

}  // namespace sluice
