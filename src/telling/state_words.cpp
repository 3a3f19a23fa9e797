#include "telling/state_words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sluice/words.hpp"
#include "telling/words.hpp"

namespace sluice {
namespace {

const char* hash_in_words(const hash_identity& hash) {
  switch (hash.by) {
    case hash_identity::method::xxh3:
      return "XXH3";
    case hash_identity::method::keyed:
      return hash.secret ? "keyed, its secret is in the file" : "keyed, its secret is elsewhere";
    default:
      return "not said";
  }
}

bool is_whole(double value) {
  return value == std::floor(value) && std::abs(value) <= 0x1p53;
}

std::string number(double value) {
  return is_whole(value) ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

}  // namespace

std::string in_words(const snapshot_header& header, std::uint64_t bytes) {
  std::string parameters;
  for (const auto& [name, value] : header.parameters) {
    parameters += fmt::format("{}{}={}", parameters.empty() ? "" : " ", name, number(value));
  }
  std::string text = fmt::format(
      "format     {}\nfilter     {} {}\nmemory     {}\nfile       {}\nseed       {}\nhash       "
      "{}\n",
      header.version, header.filter, parameters,
      bytes_in_words(static_cast<double>(header.parts.front().cells)),
      bytes_in_words(static_cast<double>(bytes)), header.seed, hash_in_words(header.hash));
  for (const auto& [name, value] : header.texts) {
    if (!value.empty()) text += fmt::format("made with  {} {}\n", name, value);
  }
  for (const snapshot_part& part : header.parts) {
    for (const auto& [name, value] : part.numbers) {
      text += fmt::format("{:<10} {}: {}\n", part.name, name, with_commas(value));
    }
  }
  return text;
}

std::string state_json(const snapshot_header& header, std::uint64_t bytes) {
  using json = nlohmann::ordered_json;
  static constexpr const char* methods[] = {"unknown", "xxh3", "keyed"};
  json all{{"format", header.version},
           {"filter", header.filter},
           {"parameters", json::object()},
           {"memory_bytes", header.parts.front().cells},
           {"file_bytes", bytes},
           {"seed", header.seed},
           {"hash",
            {{"method", methods[static_cast<std::size_t>(header.hash.by)]},
             {"seed", header.hash.seed},
             {"has_secret", header.hash.secret.has_value()}}},
           {"made_with", json::object()},
           {"parts", json::object()}};
  for (const auto& [name, value] : header.parameters) {
    all["parameters"][name] =
        is_whole(value) ? json(static_cast<std::int64_t>(value)) : json(value);
  }
  for (const auto& [name, value] : header.texts) all["made_with"][name] = value;
  for (const snapshot_part& part : header.parts) {
    json& numbers = all["parts"][part.name] = json::object();
    for (const auto& [name, value] : part.numbers) numbers[name] = value;
  }
  return all.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace sluice
