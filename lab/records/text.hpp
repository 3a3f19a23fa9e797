#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice::lab {

/// Text in the making, in room that somebody else has made sure of. By hand, since a benchmark
/// must not wait for its input.
class text {
 public:
  explicit text(char* at) : at_(at) {}

  char* end() const { return at_; }

  /// A literal.
  template <std::size_t Size>
  text& put(const char (&words)[Size]) {
    std::memcpy(at_, words, Size - 1);
    at_ += Size - 1;
    return *this;
  }

  text& put(std::string_view words) {
    std::memcpy(at_, words.data(), words.size());
    at_ += words.size();
    return *this;
  }

  /// So many decimal digits, two at a time.
  template <int Digits>
  text& digits(std::uint64_t number) {
    int place = Digits;
    for (; place > 1; number /= 100) {
      place -= 2;
      std::memcpy(at_ + place, &pairs[number % 100 * 2], 2);
    }
    if (place == 1) at_[0] = static_cast<char>('0' + number % 10);
    at_ += Digits;
    return *this;
  }

  /// Sixteen hexadecimal digits: the number's nibbles spread out into bytes, eight at a time.
  text& hex(std::uint64_t number) {
    put_nibbles(static_cast<std::uint32_t>(number >> 32));
    put_nibbles(static_cast<std::uint32_t>(number));
    return *this;
  }

  /// Eight bytes, the lowest first.
  text& binary(std::uint64_t number) {
    std::memcpy(at_, &number, 8);  // the repository's machines are little-endian
    at_ += 8;
    return *this;
  }

 private:
  static constexpr std::array<char, 200> pairs = [] {
    std::array<char, 200> all{};
    for (std::size_t i = 0; i < 100; ++i) {
      all[2 * i] = static_cast<char>('0' + i / 10);
      all[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return all;
  }();

  void put_nibbles(std::uint32_t number) {
    std::uint64_t spread = number;
    spread = (spread | spread << 16) & 0x0000ffff0000ffff;
    spread = (spread | spread << 8) & 0x00ff00ff00ff00ff;
    spread = (spread | spread << 4) & 0x0f0f0f0f0f0f0f0f;
    // '0' to '9' follow each other, and so do 'a' to 'f', 39 places further.
    const std::uint64_t letters = ((spread + 0x0606060606060606) >> 4) & 0x0101010101010101;
    spread += 0x3030303030303030 + letters * 39;
    spread = __builtin_bswap64(spread);  // the highest nibble first
    std::memcpy(at_, &spread, 8);
    at_ += 8;
  }

  char* at_;
};

/// The most that one record takes in any format.
inline constexpr std::size_t most_text = 512;

}  // namespace sluice::lab
