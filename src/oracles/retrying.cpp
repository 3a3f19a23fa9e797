#include "oracles/retrying.hpp"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <vector>

#include "sluice/words.hpp"

namespace sluice {
namespace {

constexpr std::chrono::duration<double> first_pause{0.05};
constexpr std::chrono::duration<double> longest_pause{2};

}  // namespace

retrying_oracle::retrying_oracle(oracle& inner, duration timeout,
                                 std::function<void()> before_waiting,
                                 std::function<bool(duration)> sleep)
    : inner_(inner),
      timeout_(timeout),
      before_waiting_(std::move(before_waiting)),
      sleep_(std::move(sleep)) {
  if (sleep_) return;
  sleep_ = [](duration pause) {
    std::this_thread::sleep_for(pause);
    return true;
  };
}

std::optional<error> retrying_oracle::ask(std::span<const std::string_view> keys,
                                          std::span<answer> answers) {
  if (before_waiting_) before_waiting_();
  const clock::time_point began = clock::now();
  duration waited{0};  // by sleep_, which need not take that long
  for (duration pause = first_pause;; pause = std::min(2 * pause, longest_pause)) {
    auto failure = ask_unanswered(keys, answers);
    if (!failure) return std::nullopt;
    if (!has_answered_ && failure->code != error_code::no_answer) return failure;
    const duration over = std::max<duration>(clock::now() - began, waited);
    if (over >= timeout_) {
      return error{failure->code, failure->message + " (tried for " + in_words(timeout_.count()) +
                                      " s; --oracle-timeout waits longer)"};
    }
    const duration rest = std::min(pause, timeout_ - over);
    waited += rest;
    if (!sleep_(rest)) return failure;
  }
}

/// Only what has no answer yet is asked for.
std::optional<error> retrying_oracle::ask_unanswered(std::span<const std::string_view> keys,
                                                     std::span<answer> answers) {
  places_.clear();
  left_.clear();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (answers[i] != answer::unknown) continue;
    places_.push_back(i);
    left_.push_back(keys[i]);
  }
  replies_.assign(left_.size(), answer::unknown);
  auto failure = inner_.ask(left_, replies_);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    answers[places_[i]] = replies_[i];
    if (replies_[i] != answer::unknown) has_answered_ = true;
  }
  return failure;
}

}  // namespace sluice
