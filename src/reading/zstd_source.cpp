#include "reading/zstd_source.hpp"

#include <algorithm>
#include <string>

#include "failures.hpp"

namespace sluice {

bool zstd_source::recognises(std::string_view bytes) noexcept {
  constexpr std::string_view magic = "\x28\xb5\x2f\xfd";
  const auto common = std::min(bytes.size(), magic.size());
  return bytes.substr(0, common) == magic.substr(0, common);
}

zstd_source::zstd_source(std::unique_ptr<source> packed)
    : packed_(std::move(packed)), input_(ZSTD_DStreamInSize()), context_(ZSTD_createDCtx()) {}

result<std::size_t> zstd_source::read(std::span<char> into) {
  ZSTD_outBuffer output{into.data(), into.size(), 0};
  while (output.pos == 0) {
    if (damage_) return *damage_;
    if (unread_.pos == unread_.size && !pending_) {
      const auto size = packed_->read(input_);
      if (!size) return size.failure();
      unread_ = {input_.data(), *size, 0};
      if (*size == 0 && !inside_frame_) return std::size_t{0};
      if (*size == 0)
        return bad_input("the zstd data ends too early; fetch or pack the file again");
    }
    const std::size_t status = ZSTD_decompressStream(context_.get(), &output, &unread_);
    if (ZSTD_isError(status)) {
      // What was unpacked before the damage goes out first.
      damage_ = bad_input("the zstd data is damaged (" + std::string(ZSTD_getErrorName(status)) +
                          "); fetch or pack the file again");
    }
    inside_frame_ = status != 0;
    pending_ = inside_frame_ && output.pos == output.size;
  }
  return output.pos;
}

}  // namespace sluice
