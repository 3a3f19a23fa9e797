#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kafka/lesson.hpp"
#include "running/live_audit.hpp"
#include "running/totals.hpp"
#include "saving/resume.hpp"
#include "saving/state_file.hpp"
#include "sluice/catalog.hpp"

namespace sluice {

/// What each partition's filter is made from.
struct lane_wish {
  plan planned;
  std::optional<std::uint64_t> within_records{};
  std::optional<double> within_seconds{};
  std::uint64_t seed = 0;
  std::size_t most_records = 100'000;  ///< in a transaction
  std::function<result<std::unique_ptr<live_audit>>()> make_audit;
  state_wish asked;    ///< what a snapshot must have been made with
  std::string folder;  ///< of the snapshots; empty: none are kept
  std::string name;    ///< of them, before the partition's number
};

/// One partition on its way from topic to topic: its filter, what that is to learn, where it
/// stands, and its snapshot.
class lane {
 public:
  using clock = std::chrono::steady_clock;

  static result<std::unique_ptr<lane>> make(std::int32_t partition, const lane_wish& wanted);

  std::int32_t partition() const noexcept { return partition_; }

  // --- a record's way

  /// What becomes of a record with this key, as of this time (nanoseconds).
  verdict judge(const digest& key, std::int64_t offset, std::uint64_t time);

  /// A record that has no key.
  void pass_by(std::int64_t offset) noexcept;

  /// A record that passes whatever its key is.
  void copy(std::int64_t offset) noexcept;

  /// Must the transaction end before the next record, which is of that time? What is kept aside
  /// must stay small against what the filter remembers, else it would remember more than it
  /// should.
  bool must_commit(std::uint64_t time) const noexcept;

  /// The transaction was committed: the filter learns what went through. A failure is a limit of
  /// the audit that was passed.
  std::optional<error> commit();

  /// The transaction was aborted: all is as it was when it began.
  void abort() noexcept;

  /// It takes part in the transaction.
  bool has_moved() const noexcept { return next_ != committed_; }

  // --- where it stands

  /// The filter knows all output that belongs to the input before next_input().
  bool is_ready() const noexcept { return is_ready_; }
  void set_ready() noexcept { is_ready_ = true; }

  std::int64_t next_input() const noexcept { return next_; }
  std::int64_t committed_input() const noexcept { return committed_; }
  std::int64_t next_output() const noexcept { return static_cast<std::int64_t>(marks_.output); }

  /// The input goes on here.
  void begin_at(std::int64_t offset) noexcept { next_ = committed_ = offset; }

  /// All output before this is known to the filter once the transaction is committed.
  void wrote_up_to(std::int64_t offset) noexcept { written_ = std::max(written_, offset); }

  /// A record of the output, which the filter is to know.
  void recall(const digest& key, std::uint64_t time);
  void recalled_up_to(std::int64_t offset);

  /// How many records of the output the filter can make use of, the newest ones.
  std::uint64_t useful_output() const noexcept;

  /// Records since it was made.
  const totals& counts() const noexcept { return counts_; }
  const live_audit* audit() const noexcept { return audit_.get(); }
  double fill() const noexcept { return filter_->fill(); }

  // --- its snapshot

  /// Forgets all that it knows.
  std::optional<error> begin_anew();

  /// Takes the file for this process. Fails while another one has it.
  std::optional<error> take_file();

  /// Continues from the snapshot; false where there is none. A failure says why it does not fit,
  /// and the lane is as new.
  result<bool> load();

  /// Where the filter has learned something since it was saved.
  std::optional<error> save();
  std::uint64_t records_unsaved() const noexcept { return unsaved_; }
  clock::time_point saved_at() const noexcept { return saved_at_; }
  std::string path() const;

 private:
  /// Numbers that are saved.
  struct marks {
    std::uint64_t input = 0;
    std::uint64_t output = 0;
    totals all;

    state_view view() {
      return {{{"input offset", &input},
               {"output offset", &output},
               {"records", &all.records},
               {"fresh", &all.fresh},
               {"repeats", &all.repeats},
               {"keyless", &all.keyless}},
              {}};
    }
  };

  lane(std::int32_t partition, const lane_wish& wanted);
  std::vector<companion> companions();
  void learn();
  void note_time(std::uint64_t time) noexcept;

  std::int32_t partition_;
  const lane_wish& wanted_;
  std::unique_ptr<filter> filter_;
  std::unique_ptr<live_audit> audit_;
  lesson lesson_;
  std::uint64_t time_ = 0;           // of the newest record
  std::uint64_t time_of_first_ = 0;  // of the transaction

  std::int64_t committed_ = -1;  // the input before it is done; -1: not known
  std::int64_t next_ = -1;       // the same, with the transaction
  std::int64_t written_ = 0;
  bool is_ready_ = false;
  totals pending_;
  totals counts_;
  marks marks_;

  std::optional<state_file> file_;
  std::uint64_t unsaved_ = 0;
  clock::time_point saved_at_ = clock::now();
};

}  // namespace sluice
