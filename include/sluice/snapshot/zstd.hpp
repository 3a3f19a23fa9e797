#pragma once

#include <zstd.h>

#include <memory>

#include "sluice/snapshot/blocks.hpp"

namespace sluice {

/// Blocks by zstd at its fastest level. Cells in use are close to random bits and hardly shrink: it
/// pays for filters that are mostly empty or whose cells are wide. Link sluice::zstd for it.
class zstd_codec final : public block_codec {
 public:
  std::size_t pack(std::span<const std::byte> block, std::span<std::byte> into) override {
    const std::size_t size = ZSTD_compressCCtx(packing_.get(), into.data(), into.size(),
                                               block.data(), block.size(), fastest);
    return ZSTD_isError(size) == 0 && size < block.size() ? size : 0;
  }

  bool unpack(std::span<const std::byte> packed, std::span<std::byte> block) override {
    return ZSTD_decompressDCtx(unpacking_.get(), block.data(), block.size(), packed.data(),
                               packed.size()) == block.size();
  }

 private:
  static constexpr int fastest = 1;

  template <auto Free>
  struct freeing {
    void operator()(auto* context) const { Free(context); }
  };

  std::unique_ptr<ZSTD_CCtx, freeing<ZSTD_freeCCtx>> packing_{ZSTD_createCCtx()};
  std::unique_ptr<ZSTD_DCtx, freeing<ZSTD_freeDCtx>> unpacking_{ZSTD_createDCtx()};
};

}  // namespace sluice
