#pragma once

#include <zlib.h>

#include <memory>
#include <string_view>
#include <vector>

#include "reading/source.hpp"

namespace sluice {

/// What gzip compressed, one member after the other.
class gzip_source final : public source {
 public:
  explicit gzip_source(std::unique_ptr<source> packed);
  ~gzip_source() override;
  gzip_source(const gzip_source&) = delete;
  gzip_source& operator=(const gzip_source&) = delete;

  result<std::size_t> read(std::span<char> into) override;
  bool ready() override { return stream_.avail_in > 0 || packed_->ready(); }

  /// Is this the beginning of a gzip file, as far as it goes?
  static bool recognises(std::string_view bytes) noexcept;

 private:
  result<bool> refill();
  result<bool> next_member();

  std::unique_ptr<source> packed_;
  std::vector<char> input_;
  z_stream stream_{};
  bool between_members_ = true;
};

}  // namespace sluice
