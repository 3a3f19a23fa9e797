#pragma once

#include <variant>

#include "sluice/cells/ahead.hpp"
#include "sluice/cells/cell_array.hpp"
#include "sluice/dice.hpp"
#include "sluice/filter.hpp"
#include "sluice/planning/stable.hpp"

namespace sluice {

/// Stable Bloom filter (SBF): each record lowers P cells at random, then sets its own K cells to
/// Max. The share of zeros settles at a known point, and the FPR under a bound that holds for every
/// stream at any time; what is paid is repeats missed, the more the longer ago their key came.
///
/// The P cells are adjacent, as the authors ran it: each cell is lowered as often as if they were
/// scattered, at the price of one cache line.
///
/// Deng, Rafiei, "Approximately detecting duplicates for streaming data using stable Bloom
/// filters", SIGMOD 2006.
class stable_filter final : public filter {
 public:
  using parameters_type = stable_parameters;
  static constexpr std::string_view kind = "stable";
  static constexpr std::string_view summary = "FPR bounded for ever by forgetting at random";

  explicit stable_filter(const stable_parameters& parameters, std::uint64_t seed = 0)
      : p_(parameters), seed_(seed), cells_(make_cells(parameters)) {
    assert(!parameters.check());
  }

  bool contains(const digest& key) const noexcept override {
    return std::visit([&](const auto& cells) { return all_set(cells, key); }, cells_);
  }

  std::string_view name() const noexcept override { return kind; }
  parameter_list parameters() const override { return to_list(p_); }
  std::uint64_t memory_bytes() const noexcept override {
    return std::visit([](const auto& cells) { return cells.bytes(); }, cells_);
  }
  double fill() const noexcept override {
    return static_cast<double>(occupied_) / static_cast<double>(p_.m);
  }
  double predicted_fpr() const noexcept override {
    return std::pow(fill(), static_cast<double>(p_.K));
  }

  std::uint64_t seed() const noexcept override { return seed_; }
  state_view state() override {
    return std::visit(
        [&](auto& cells) {
          return state_view{{{"records", &records_}}, cells.memory()};
        },
        cells_);
  }
  bool restored() noexcept override {
    return std::visit(
        [&](const auto& cells) {
          occupied_ = cells.count_occupied();
          return cells.is_sound();
        },
        cells_);
  }

 private:
  using cells_type = std::variant<cell_array<1>, cell_array<2>, cell_array<3>, cell_array<4>>;

  static cells_type make_cells(const stable_parameters& p) {
    switch (p.d()) {
      case 1:
        return cell_array<1>(p.m);
      case 2:
        return cell_array<2>(p.m);
      case 3:
        return cell_array<3>(p.m);
      default:
        return cell_array<4>(p.m);
    }
  }

  void observe_batch(std::span<const digest> keys, std::span<verdict> verdicts) noexcept override {
    std::visit(
        [&](auto& cells) {
          work_ahead(
              keys.size(), [&](std::size_t i) { fetch(cells, keys[i], records_ + i); },
              [&](std::size_t i) { verdicts[i] = observe_one(cells, keys[i], records_ + i); });
        },
        cells_);
    records_ += keys.size();
  }

  template <class Cells>
  verdict observe_one(Cells& cells, const digest& key, std::uint64_t record) noexcept {
    const bool seen = all_set(cells, key);
    occupied_ -= cells.lower_run(lowered_first(record), p_.P);
    probe_sequence probes(key);
    for (std::uint64_t probe = 0; probe < p_.K; ++probe) {
      const std::uint64_t cell = probes.next(p_.m);
      occupied_ += cells.get(cell) == 0;
      cells.put(cell, Cells::highest);
    }
    return seen ? verdict::repeat : verdict::fresh;
  }

  template <class Cells>
  bool all_set(const Cells& cells, const digest& key) const noexcept {
    probe_sequence probes(key);
    for (std::uint64_t probe = 0; probe < p_.K; ++probe) {
      if (cells.get(probes.next(p_.m)) == 0) return false;
    }
    return true;
  }

  template <class Cells>
  void fetch(const Cells& cells, const digest& key, std::uint64_t record) const noexcept {
    probe_sequence probes(key);
    for (std::uint64_t probe = 0; probe < p_.K; ++probe) cells.fetch(probes.next(p_.m));
    cells.fetch(lowered_first(record));
  }

  std::uint64_t lowered_first(std::uint64_t record) const noexcept {
    return dice(seed_, record).below(p_.m);
  }

  stable_parameters p_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
  std::uint64_t occupied_ = 0;
  cells_type cells_;
};

}  // namespace sluice
