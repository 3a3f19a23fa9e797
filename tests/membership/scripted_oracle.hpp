#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "measure.hpp"
#include "sluice/membership/inquiry.hpp"

namespace sluice {

/// Answers by a rule, notes down what it is asked, and stops answering when told to.
class scripted_oracle final : public oracle {
 public:
  explicit scripted_oracle(std::function<bool(std::string_view)> rule) : rule_(std::move(rule)) {}

  std::optional<error> ask(std::span<const std::string_view> keys,
                           std::span<answer> answers) override {
    ++round_trips;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (patience == 0) return error{error_code::no_answer, "the oracle is gone"};
      --patience;
      asked.emplace_back(keys[i]);
      answers[i] = rule_(keys[i]) ? answer::member : answer::other;
    }
    return std::nullopt;
  }

  std::vector<std::string> asked;
  std::uint64_t round_trips = 0;
  std::uint64_t patience = UINT64_MAX;  ///< questions until it is gone

 private:
  std::function<bool(std::string_view)> rule_;
};

/// Texts with their digests.
class key_texts {
 public:
  explicit key_texts(std::vector<std::string> texts) : texts_(std::move(texts)) {
    const digester by;
    for (const std::string& text : texts_) {
      keys_.emplace_back(text);
      digests_.push_back(by(text));
    }
  }
  key_texts(const key_texts&) = delete;
  key_texts& operator=(const key_texts&) = delete;

  std::size_t size() const { return texts_.size(); }
  std::string_view operator[](std::size_t i) const { return keys_[i]; }

  key_batch batch(std::size_t from, std::size_t count) const {
    return {std::span(digests_).subspan(from, count), std::span(keys_).subspan(from, count)};
  }
  key_batch all() const { return batch(0, size()); }

 private:
  std::vector<std::string> texts_;
  std::vector<std::string_view> keys_;
  std::vector<digest> digests_;
};

}  // namespace sluice
