// A hundred million records through the window filter: no repeat inside the window is missed, by
// exact check, and the FPR stays under its bound.

#include <gtest/gtest.h>

#include "measure.hpp"
#include "sluice/sluice.hpp"
#include "streams/gaps.hpp"
#include "support/tolerance.hpp"

namespace sluice::window_soak {

TEST(soak, window_misses_nothing_in_a_hundred_million_records) {
  constexpr double window = 1000000;
  struct setting {
    double bound;
    std::uint64_t memory;  // hardly more than it takes
  };
  for (const auto& [bound, memory] : {setting{0.01, 3 << 20}, setting{1e-4, 6 << 20}}) {
    const auto planned =
        make_plan("window", {.memory_bytes = memory, .fpr = bound, .within_records = 1000000});
    ASSERT_TRUE(planned) << planned.failure().message;
    const auto subject = *make_filter(*planned);
    // Gaps up to the last record of the window. Places taken can push a repeat a little further, so
    // a few thousand records are left for that.
    lab::gap_stream stream(lab::log_uniform_gaps(1, window - 5000), 0.5, window, 1);
    const error_rates rates = lab::measure(*subject, stream, 100000000);
    EXPECT_GT(rates.repeats, 40000000U);
    EXPECT_EQ(rates.wrong_fresh, 0U);
    EXPECT_LE(rates.fpr(), bound + testing::five_sigma(bound, rates.fresh));
    std::printf("bound %g: %lu repeats, %lu missed; FPR %g\n", bound, rates.repeats,
                rates.wrong_fresh, rates.fpr());
  }
}

}  // namespace sluice::window_soak
