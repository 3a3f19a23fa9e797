// The DABF paper's figures as tables, one line a point: sluice-membership-figures [RUNS]

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "membership/figures.hpp"

namespace {

using sluice::lab::membership_curve;

void print(int figure, const std::vector<membership_curve>& curves) {
  for (const membership_curve& curve : curves) {
    std::uint64_t records = 0;
    for (const auto& point : curve.points) {
      records += curve.step;
      fmt::print("{}\t{}\t{}\t{}\t{}\t{:.4f}\t{}\t{}\t{:.5f}\t{:.5f}\t{:.1f}\t{:.5f}\t{:.5f}\n",
                 figure, curve.memory, curve.setting.members, curve.setting.exponent, curve.bits,
                 curve.theta, curve.window, records, point.precision, point.recall, point.questions,
                 point.fpr, point.fnr);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 500;
  fmt::print(
      "figure\tmemory\tB\talpha\tN\ttheta\tw\trecords\tprecision\trecall\tquestions\tfpr\tfnr\n");
  print(1, sluice::lab::membership_figure_1(runs));
  print(2, sluice::lab::membership_figure_2(runs));
  print(3, sluice::lab::membership_figure_3(runs));
  print(4, sluice::lab::membership_figure_4(runs));
}
