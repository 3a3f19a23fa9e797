#pragma once

#include <cstdint>
#include <string>

namespace sluice {

/// 8000000 as "8,000,000".
std::string with_commas(std::uint64_t number);

/// "1 record", "2 records".
std::string counted(std::uint64_t number, const std::string& what);

/// 84123456 as "84 million", 1234 as "1,200": two digits that count.
std::string about(double number);

/// 728000000 as "728 MB": powers of 1000, as the rates of disks are given.
std::string size_in_words(double bytes);

/// 75 seconds as "1:15".
std::string clock_time(double seconds);

}  // namespace sluice
