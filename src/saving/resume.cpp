#include "saving/resume.hpp"

#include <algorithm>

#include "sluice/snapshot/descriptors.hpp"
#include "sluice/snapshot/zstd.hpp"

namespace sluice {
namespace {

/// "with --memory 64", "without --within"
std::string in_words(const std::string& option, const std::string& value) {
  return value.empty() ? "without " + option : "with " + option + " " + value;
}

/// The first option in which the state differs from what is wanted.
std::optional<error> difference(const snapshot_header& header, const state_wish& wanted) {
  constexpr const char* remedy = "; give the same options as before, or another state file";
  for (const auto& [name, value] : wanted.asked) {
    const auto found =
        std::find_if(header.texts.begin(), header.texts.end(),
                     [&, &name = name](const auto& text) { return text.first == name; });
    const std::string before = found == header.texts.end() ? "" : found->second;
    if (before == value) continue;
    return error{error_code::impossible_wish, "it was made " + in_words(name, before) + ", not " +
                                                  in_words(name, value) + remedy};
  }
  const bool was_keyed = header.hash.by == hash_identity::method::keyed;
  if (header.hash.by != wanted.hash) {
    return error{error_code::impossible_wish,
                 std::string("it was made with") + (was_keyed ? "" : "out") + " --keyed" + remedy};
  }
  if (!was_keyed && header.hash.seed != wanted.seed) {
    return error{error_code::impossible_wish,
                 "it was made with --seed " + std::to_string(header.hash.seed) + remedy};
  }
  if (was_keyed && !header.hash.secret) {
    return error{error_code::impossible_wish,
                 "it does not hold the secret its keys were hashed with"};
  }
  return std::nullopt;
}

std::optional<error> read_companions(snapshot_reader& reader,
                                     const std::vector<companion>& companions) {
  const auto& parts = reader.header().parts;
  for (std::size_t i = 0; i < companions.size(); ++i) {
    if (i + 1 >= parts.size() || parts[i + 1].name != companions[i].name) {
      return damaged("has no part '" + companions[i].name + "'");
    }
    if (auto failure = reader.read_part(companions[i].state)) return failure;
  }
  return reader.finish();
}

}  // namespace

result<hash_identity> resume(
    const state_file& from, const state_wish& wanted,
    const std::function<std::optional<error>(snapshot_reader&)>& read_subject,
    const std::function<std::vector<companion>()>& companions) {
  descriptor_source source(from.to_read());
  zstd_codec codec;
  auto reader = snapshot_reader::open(source, &codec);
  auto failure = reader ? difference(reader->header(), wanted) : reader.failure();
  if (!failure) failure = read_subject(*reader);
  if (!failure) failure = read_companions(*reader, companions());
  if (failure) return error{failure->code, from.path() + ": " + failure->message};
  return reader->header().hash;
}

}  // namespace sluice
