#pragma once

#include <zstd.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "reading/source.hpp"

namespace sluice {

/// What zstd compressed, one frame after the other.
class zstd_source final : public source {
 public:
  explicit zstd_source(std::unique_ptr<source> packed);

  result<std::size_t> read(std::span<char> into) override;
  bool ready() override { return pending_ || unread_.pos < unread_.size || packed_->ready(); }

  /// Is this the beginning of a zstd file, as far as it goes?
  static bool recognises(std::string_view bytes) noexcept;

 private:
  struct release {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };

  std::unique_ptr<source> packed_;
  std::vector<char> input_;
  std::unique_ptr<ZSTD_DCtx, release> context_;
  ZSTD_inBuffer unread_{};
  bool inside_frame_ = false;
  std::optional<error> damage_;
  bool pending_ = false;  // the output was filled: there may be more without further input
};

}  // namespace sluice
