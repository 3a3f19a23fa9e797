#include "state.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>

#include "failures.hpp"
#include "saving/state_file.hpp"
#include "sluice/membership/catalog.hpp"
#include "sluice/snapshot.hpp"
#include "sluice/snapshot/descriptors.hpp"
#include "sluice/snapshot/zstd.hpp"
#include "taking.hpp"
#include "telling/state_words.hpp"

namespace sluice::cli {
namespace {

const std::vector<std::string> actions{"show", "verify", "convert"};

/// A state file open for reading, as its steps need it.
struct opened {
  descriptor file;
  std::uint64_t size = 0;
  descriptor_source source;
  zstd_codec codec;

  explicit opened(const std::string& path)
      : file(open(path.c_str(), O_RDONLY | O_CLOEXEC)), source(file.number()) {
    struct stat about {};
    if (file && fstat(file.number(), &about) == 0) size = static_cast<std::uint64_t>(about.st_size);
  }
};

/// Opens it, reads its header and does `work(reader, opened)`; errors begin with the path.
template <class Work>
std::optional<error> with_state(const std::string& path, Work work) {
  opened state(path);
  if (!state.file) return system_failure(path + ": cannot open it", "check the name");
  auto reader = snapshot_reader::open(state.source, &state.codec);
  auto failure = reader ? work(*reader, state) : reader.failure();
  if (failure) failure->message = path + ": " + failure->message;
  return failure;
}

/// Reads the filter, or the memory of answers, and makes sure that it is one.
std::optional<error> check_subject(snapshot_reader& reader) {
  const snapshot_header& header = reader.header();
  const auto kind = find_memory(header.filter);
  if (!kind) {
    const auto judge = reader.read_filter();
    return judge ? std::nullopt : std::optional(judge.failure());
  }
  auto memory = make_memory_for(**kind, header);
  return memory ? reader.read_subject(**memory) : memory.failure();
}

}  // namespace

description state_command::about() const {
  return {
      .name = "state",
      .summary = "looks at state files: what is in one, is it whole, a copy in the newest format.",
      .arguments = "show|verify|convert file",
      .examples = {{"sluice state show calls.state", "what is in it, in words"},
                   {"sluice state show --json calls.state", "the same for programs"},
                   {"sluice state verify calls.state", "status 1 and a sentence if it is damaged"},
                   {"sluice state convert old.state -o new.state",
                    "a copy in the newest format, with --compress-state a smaller one"}},
      .notes = {"Nothing of this waits for a sluice that uses the file: what it reads is the "
                "state saved last."}};
}

std::vector<option> state_command::options() {
  return {
      {"--json", "", "show as JSON", flag_into(json_)},
      {"-o,--output", "FILE", "where convert writes to", text_into(output_)},
      {"--compress-state", "", "convert to a state compressed with zstd", flag_into(compress_)}};
}

std::optional<error> state_command::check() {
  const auto refused = [](const char* why) { return error{error_code::bad_value, why}; };
  if (words_.size() != 2 || std::find(actions.begin(), actions.end(), words_[0]) == actions.end()) {
    return refused(
        "say what to do and with which file: sluice state show FILE; sluice state --help");
  }
  if ((words_[0] == "convert") != !output_.empty()) {
    return refused("convert writes to another file: sluice state convert OLD -o NEW");
  }
  if (json_ && words_[0] != "show") return refused("--json is for show");
  return std::nullopt;
}

std::optional<error> state_command::run() {
  if (words_[0] == "show") return show();
  return words_[0] == "verify" ? verify() : convert();
}

std::optional<error> state_command::show() const {
  return with_state(path(), [&](snapshot_reader& reader, opened& state) -> std::optional<error> {
    const auto& header = reader.header();
    const std::string text = json_ ? state_json(header, state.size) : in_words(header, state.size);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
      return error{error_code::system_failure, "cannot write to standard output"};
    }
    return std::nullopt;
  });
}

std::optional<error> state_command::verify() const {
  if (auto failure = is_whole()) return failure;
  std::printf("%s: whole\n", path().c_str());
  return std::nullopt;
}

std::optional<error> state_command::is_whole() const {
  return with_state(path(), [](snapshot_reader& reader, opened&) {
    auto failure = check_subject(reader);
    return failure ? failure : reader.finish();
  });
}

/// What was checked is copied as it is, so that nothing has to be known of it.
std::optional<error> state_command::convert() const {
  auto target = state_file::take(output_);
  if (!target) return target.failure();
  if (auto failure = is_whole()) return failure;
  return with_state(path(), [&](snapshot_reader& reader, opened&) -> std::optional<error> {
    loose_parts all(reader.header());
    for (const state_view& state : all.states) {
      if (auto failure = reader.read_part(state)) return failure;
    }
    zstd_codec codec;
    return target->replace([&](byte_sink& to) {
      return write_snapshot(reader.header(), all.states, to, compress_ ? &codec : nullptr);
    });
  });
}

}  // namespace sluice::cli
