#include "reading/gzip_source.hpp"

#include <algorithm>
#include <limits>

#include "failures.hpp"

namespace sluice {
namespace {

constexpr std::size_t input_size = 64 << 10;
constexpr int largest_window_with_gzip_header = 15 + 16;

}  // namespace

bool gzip_source::recognises(std::string_view bytes) noexcept {
  constexpr std::string_view magic = "\x1f\x8b\x08";
  const auto common = std::min(bytes.size(), magic.size());
  if (bytes.substr(0, common) != magic.substr(0, common)) return false;
  return bytes.size() < 4 || (static_cast<unsigned char>(bytes[3]) & 0xe0) == 0;
}

gzip_source::gzip_source(std::unique_ptr<source> packed)
    : packed_(std::move(packed)), input_(input_size) {
  inflateInit2(&stream_, largest_window_with_gzip_header);
}

gzip_source::~gzip_source() {
  inflateEnd(&stream_);
}

result<std::size_t> gzip_source::read(std::span<char> into) {
  stream_.next_out = reinterpret_cast<Bytef*>(into.data());
  stream_.avail_out =
      static_cast<uInt>(std::min<std::size_t>(into.size(), std::numeric_limits<uInt>::max()));
  const uInt wanted = stream_.avail_out;
  while (stream_.avail_out == wanted) {
    if (between_members_) {
      const auto more = next_member();
      if (!more) return more.failure();
      if (!*more) return std::size_t{0};
    }
    const auto more = refill();
    if (!more) return more.failure();
    if (!*more) return bad_input("the gzip data ends too early; fetch or pack the file again");
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      between_members_ = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR && stream_.avail_out == wanted) {
      // What was unpacked before the damage goes out first; inflate() will say the same again.
      return bad_input("the gzip data is damaged; fetch or pack the file again");
    }
  }
  return wanted - stream_.avail_out;
}

/// Is there packed input, after reading on if need be?
result<bool> gzip_source::refill() {
  if (stream_.avail_in > 0) return true;
  const auto size = packed_->read(input_);
  if (!size) return size.failure();
  stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
  stream_.avail_in = static_cast<uInt>(*size);
  return *size > 0;
}

/// Goes to the next member. Zeros in between are padding, as tapes leave it.
result<bool> gzip_source::next_member() {
  while (true) {
    auto more = refill();
    if (!more || !*more) return more;
    if (*stream_.next_in != 0) break;
    ++stream_.next_in;
    --stream_.avail_in;
  }
  if (!recognises({reinterpret_cast<const char*>(stream_.next_in), 1})) {
    return bad_input("other bytes follow the gzip data; fetch or pack the file again");
  }
  inflateReset(&stream_);
  between_members_ = false;
  return true;
}

}  // namespace sluice
