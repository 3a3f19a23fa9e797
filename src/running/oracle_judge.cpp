#include "running/oracle_judge.hpp"

#include <algorithm>

namespace sluice {

judgement oracle_judge::decide(const block& records, std::span<const block* const> ahead,
                               std::span<verdict> verdicts) {
  batches_.clear();
  if (subject_.wants_ahead()) {
    keys_ahead_.resize(std::max(keys_ahead_.size(), ahead.size()));
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      batches_.push_back(batch_of(*ahead[i], keys_ahead_[i]));
    }
  }
  answers_.resize(records.keys.size());
  auto outcome = subject_.observe(batch_of(records, keys_), batches_, answers_);
  std::transform(answers_.begin(), answers_.begin() + static_cast<std::ptrdiff_t>(outcome.answered),
                 verdicts.begin(), [](answer said) {
                   return said == answer::member ? verdict::repeat : verdict::fresh;
                 });
  return {outcome.answered, std::move(outcome.failure)};
}

key_batch oracle_judge::batch_of(const block& records, std::vector<std::string_view>& keys) const {
  keys.clear();
  for (std::size_t i = 0; i < records.keys.size(); ++i) keys.push_back(records.key(i));
  return {records.keys, keys};
}

}  // namespace sluice
