#pragma once

#include <string_view>
#include <vector>

#include "running/judge.hpp"
#include "sluice/membership/inquiry.hpp"

namespace sluice {

/// Members of an oracle's set are `repeat`, others `fresh`. Blocks must hold their keys' bytes.
class oracle_judge final : public judge {
 public:
  explicit oracle_judge(inquiry& subject) : subject_(subject) {}

  judgement decide(const block& records, std::span<const block* const> ahead,
                   std::span<verdict> verdicts) override;

 private:
  key_batch batch_of(const block& records, std::vector<std::string_view>& keys) const;

  inquiry& subject_;
  std::vector<std::string_view> keys_;
  std::vector<std::vector<std::string_view>> keys_ahead_;
  std::vector<key_batch> batches_;
  std::vector<answer> answers_;
};

}  // namespace sluice
