#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sluice/catalog.hpp"
#include "sluice/error_rates.hpp"

namespace sluice {

/// A stretch of a real stream, from which planning learns. It grows with the records it is shown;
/// for planning, not for the stream itself.
class sample {
 public:
  void add(const digest& key) {
    const auto [place, fresh] = last_.try_emplace(key, keys_.size());
    if (!fresh) {
      gaps_.push_back(static_cast<double>(keys_.size() - place->second));
      place->second = keys_.size();
    }
    keys_.push_back(key);
    repeat_.push_back(!fresh);
  }

  std::uint64_t records() const { return keys_.size(); }
  std::uint64_t distinct() const { return last_.size(); }

  /// Gaps and share of repeats as far as the sample shows them; none where nothing repeats.
  std::optional<stream_shape> shape() const {
    if (gaps_.empty()) return std::nullopt;
    return stream_shape{gap_distribution::of_sample(gaps_),
                        static_cast<double>(gaps_.size()) / static_cast<double>(records())};
  }

  /// What a filter says of the sample, held against the truth.
  error_rates simulate(filter& subject) const {
    constexpr std::size_t batch = 1024;
    std::array<verdict, batch> said{};
    error_rates rates;
    for (std::size_t from = 0; from < keys_.size(); from += batch) {
      const auto keys = std::span(keys_).subspan(from, std::min(batch, keys_.size() - from));
      subject.observe(keys, std::span(said).first(keys.size()));
      for (std::size_t i = 0; i < keys.size(); ++i) rates.count(repeat_[from + i], said[i]);
    }
    return rates;
  }

 private:
  struct by_position {
    std::size_t operator()(const digest& key) const noexcept { return key.high; }
  };

  std::vector<digest> keys_;
  std::vector<bool> repeat_;
  std::vector<double> gaps_;
  std::unordered_map<digest, std::uint64_t, by_position> last_;
};

}  // namespace sluice
