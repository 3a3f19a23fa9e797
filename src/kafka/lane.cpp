#include "kafka/lane.hpp"

#include <algorithm>
#include <cmath>

#include "failures.hpp"
#include "sluice/snapshot.hpp"
#include "sluice/snapshot/descriptors.hpp"

namespace sluice {
namespace {

/// A transaction is to be this much shorter than what the filter remembers.
constexpr std::uint64_t short_against_memory = 256;

std::size_t longest_lesson(const lane_wish& wanted) {
  const double keys =
      wanted.planned.expected.remembers.value_or(static_cast<double>(wanted.planned.memory_bytes));
  auto most = static_cast<std::uint64_t>(std::min(keys, 1e15)) / short_against_memory;
  if (wanted.within_records) most = std::min(most, *wanted.within_records / short_against_memory);
  return std::clamp<std::uint64_t>(most, 1, wanted.most_records);
}

hash_identity hash_of(std::uint64_t seed) {
  return hash_identity::of(hash_identity::method::xxh3, digester(seed), seed);
}

}  // namespace

lane::lane(std::int32_t partition, const lane_wish& wanted)
    : partition_(partition), wanted_(wanted), lesson_(longest_lesson(wanted)) {}

result<std::unique_ptr<lane>> lane::make(std::int32_t partition, const lane_wish& wanted) {
  std::unique_ptr<lane> made(new lane(partition, wanted));
  if (auto failure = made->begin_anew()) return *failure;
  return made;
}

std::optional<error> lane::begin_anew() {
  filter_.reset();  // there may be no room for both
  auto made = make_filter(wanted_.planned, wanted_.seed);
  if (!made) return made.failure();
  auto audit = wanted_.make_audit();
  if (!audit) return audit.failure();
  filter_ = *std::move(made);
  audit_ = *std::move(audit);
  lesson_.forget();
  is_ready_ = false;
  marks_ = {};
  pending_ = {};
  written_ = 0;
  time_ = time_of_first_ = 0;
  return std::nullopt;
}

verdict lane::judge(const digest& key, std::int64_t offset, std::uint64_t time) {
  note_time(time);
  if (lesson_.empty()) filter_->advance_to(time_);
  const verdict said = lesson_.judge(*filter_, key);
  (said == verdict::fresh ? pending_.fresh : pending_.repeats) += 1;
  ++pending_.records;
  next_ = offset + 1;
  return said;
}

void lane::note_time(std::uint64_t time) noexcept {
  time_ = std::max(time_, time);
  if (lesson_.empty()) time_of_first_ = time_;
}

void lane::pass_by(std::int64_t offset) noexcept {
  ++pending_.records;
  ++pending_.keyless;
  next_ = offset + 1;
}

void lane::copy(std::int64_t offset) noexcept {
  ++pending_.records;
  ++pending_.fresh;
  next_ = offset + 1;
}

bool lane::must_commit(std::uint64_t time) const noexcept {
  if (lesson_.full()) return true;
  if (!wanted_.within_seconds || lesson_.empty() || time <= time_of_first_) return false;
  const double span = *wanted_.within_seconds * 1e9 / short_against_memory;
  return static_cast<double>(time - time_of_first_) > span;
}

std::optional<error> lane::commit() {
  std::optional<error> alarm;
  if (audit_ && !lesson_.empty()) {
    alarm = audit_->observe(time_, lesson_.keys(), lesson_.verdicts());
  }
  learn();
  committed_ = next_;
  counts_ += pending_;
  marks_.all += pending_;
  marks_.input = static_cast<std::uint64_t>(next_);
  marks_.output = std::max(marks_.output, static_cast<std::uint64_t>(written_));
  unsaved_ += pending_.records;
  pending_ = {};
  return alarm;
}

/// The filter's own verdicts come too late to count.
void lane::learn() {
  filter_->advance_to(time_);
  filter_->observe(lesson_.keys(), lesson_.verdicts());
  lesson_.forget();
}

void lane::abort() noexcept {
  lesson_.forget();
  next_ = committed_;
  pending_ = {};
}

void lane::recall(const digest& key, std::uint64_t time) {
  if (must_commit(time)) recalled_up_to(next_output());
  note_time(time);
  lesson_.note(key, verdict::fresh);  // so it was, else it would not be in the output
}

/// The audit has to know these keys, too, as what they were: let through.
void lane::recalled_up_to(std::int64_t offset) {
  if (audit_) audit_->observe(time_, lesson_.keys(), lesson_.verdicts());
  unsaved_ += lesson_.keys().size();
  learn();
  marks_.output = std::max(marks_.output, static_cast<std::uint64_t>(offset));
}

/// Twice as many keys as it remembers: a filter that is full has more behind it than it holds.
/// Filters that forget at random are given all that could have left a trace.
std::uint64_t lane::useful_output() const noexcept {
  const double memory = static_cast<double>(wanted_.planned.memory_bytes);
  const double keys = wanted_.planned.expected.remembers.value_or(4 * memory);
  return static_cast<std::uint64_t>(std::min(2 * keys, 1e18));
}

std::string lane::path() const {
  return wanted_.folder + "/" + wanted_.name + "." + std::to_string(partition_) + ".state";
}

std::optional<error> lane::take_file() {
  if (wanted_.folder.empty() || file_) return std::nullopt;
  auto taken = state_file::take(path());
  if (!taken) return taken.failure();
  file_ = *std::move(taken);
  return std::nullopt;
}

std::vector<companion> lane::companions() {
  std::vector<companion> all{{"lane", marks_.view()}};
  if (audit_) all.push_back({"audit", audit_->subject().state()});
  return all;
}

result<bool> lane::load() {
  if (!file_ || !file_->exists()) return false;
  const auto read_filter = [&](snapshot_reader& reader) -> std::optional<error> {
    filter_.reset();
    auto made = reader.read_filter();
    if (!made) return made.failure();
    filter_ = *std::move(made);
    return std::nullopt;
  };
  const auto found = resume(*file_, wanted_.asked, read_filter, [this] { return companions(); });
  std::optional<error> failure = found ? std::nullopt : std::optional(found.failure());
  if (!failure && audit_ && !audit_->subject().restored()) {
    failure = damaged("in " + path() + " holds no state that such an audit can be in");
  }
  if (failure) {
    if (auto worse = begin_anew()) return *worse;
    return *failure;
  }
  if (audit_) audit_->publish();
  return true;
}

std::optional<error> lane::save() {
  saved_at_ = clock::now();
  if (wanted_.folder.empty() || unsaved_ == 0) return std::nullopt;
  if (auto failure = take_file()) return failure;
  const snapshot_extras beside{hash_of(wanted_.seed), wanted_.asked.asked, companions()};
  const auto write = [&](byte_sink& to) { return sluice::save(*filter_, to, beside); };
  if (auto failure = file_->replace(write)) {
    file_.reset();  // another worker may have put one there meanwhile; the next try looks anew
    return failure;
  }
  unsaved_ = 0;
  return std::nullopt;
}

}  // namespace sluice
