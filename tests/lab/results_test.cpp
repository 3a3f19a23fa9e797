// Results outlive the run that made them, whenever it ends.

#include "results.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "runner.hpp"

namespace sluice::lab::results_test {

class folder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "sluice-lab-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(path_); }

  std::unique_ptr<results> open() const {
    auto opened = results::open(path_);
    EXPECT_TRUE(opened);
    return std::move(*opened);
  }
  std::filesystem::path file() const { return path_ / "results.jsonl"; }

  std::filesystem::path path_;
};

using results_file = folder;
using runner = folder;

finished sample(double value, std::uint64_t seed = 1) {
  return {{{"fnr", {value, 0.1, 1e-300}}}, 0.02, seed, "2026-03-01", 1.5};
}

TEST_F(results_file, keeps_what_was_added) {
  ASSERT_FALSE(open()->add("a cell, \"quoted\"", sample(0.25)));
  const auto again = open();
  const finished* const found = again->find("a cell, \"quoted\"", 1);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->values, sample(0.25).values);  // to the last bit
  EXPECT_EQ(found->date, "2026-03-01");
  EXPECT_EQ(again->find("a cell, \"quoted\"", 2), nullptr);
  EXPECT_EQ(again->find("another", 1), nullptr);
  EXPECT_EQ(again->settings().size(), 1U);
}

TEST_F(results_file, drops_a_line_that_was_cut_off_and_goes_on) {
  ASSERT_FALSE(open()->add("one", sample(1)));
  ASSERT_FALSE(open()->add("two", sample(2)));
  std::filesystem::resize_file(file(), std::filesystem::file_size(file()) - 7);
  const auto cut = open();
  EXPECT_NE(cut->find("one", 1), nullptr);
  EXPECT_EQ(cut->find("two", 1), nullptr);
  ASSERT_FALSE(cut->add("two", sample(3)));
  const auto again = open();
  EXPECT_NE(again->find("one", 1), nullptr);
  ASSERT_NE(again->find("two", 1), nullptr);
  EXPECT_EQ(again->find("two", 1)->values.at("fnr")[0], 3);
}

TEST_F(results_file, says_which_line_is_no_result) {
  ASSERT_FALSE(open()->add("one", sample(1)));
  std::ofstream(file(), std::ios::app) << "{\"cell\":\"two\"}\n";
  const auto opened = results::open(path_);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.failure().message.find("line 2"), std::string::npos);
}

TEST_F(results_file, cannot_be_a_file_for_a_folder) {
  std::ofstream(path_ / "taken") << "x";
  EXPECT_FALSE(results::open(path_ / "taken"));
}

/// Cells that count how often they were run; the one named `stops` asks for the end.
experiment counting(std::atomic<int>& runs, const std::string& stops = "") {
  return {"counting", "", "",
          [&runs, stops](const setting&) {
            std::vector<cell> all;
            for (const char* name : {"a", "b", "c", "d"}) {
              all.push_back({name, 1, [&runs, name, stops](course& progress) {
                               if (name == stops) progress.stop();
                               ++runs;
                               return measurement{{"value", {1.0}}};
                             }});
            }
            return all;
          },
          [](const setting&, const finished_cells&) { return account(); }};
}

TEST_F(runner, runs_each_cell_once) {
  std::atomic<int> runs = 0;
  const experiment counted = counting(runs);
  const auto known = open();
  const run_options options{.at = {}, .threads = 2};
  ASSERT_TRUE(run_cells({&counted, &counted}, options, *known));
  EXPECT_EQ(runs, 4);
  EXPECT_TRUE(cells_of(counted, {}, *known));
  ASSERT_TRUE(run_cells({&counted}, options, *open()));
  EXPECT_EQ(runs, 4);
}

TEST_F(runner, goes_on_where_it_was_stopped) {
  std::atomic<int> runs = 0;
  const experiment stopping = counting(runs, "c");
  const run_options options{.at = {}, .threads = 1};
  {
    const auto known = open();
    ASSERT_TRUE(run_cells({&stopping}, options, *known));
    EXPECT_EQ(runs, 3);  // c ran to its end, but its result was dropped
    EXPECT_FALSE(cells_of(stopping, {}, *known));
  }
  runs = 0;
  const experiment whole = counting(runs);
  const auto known = open();
  ASSERT_TRUE(run_cells({&whole}, options, *known));
  EXPECT_EQ(runs, 2);
  EXPECT_TRUE(cells_of(whole, {}, *known));
}

TEST_F(runner, runs_again_for_another_seed) {
  std::atomic<int> runs = 0;
  const experiment counted = counting(runs);
  const auto known = open();
  ASSERT_TRUE(run_cells({&counted}, {.at = {.seed = 1}, .threads = 1}, *known));
  ASSERT_TRUE(run_cells({&counted}, {.at = {.seed = 2}, .threads = 1}, *known));
  EXPECT_EQ(runs, 8);
}

TEST_F(runner, says_that_results_cannot_be_kept) {
  std::atomic<int> runs = 0;
  const experiment counted = counting(runs);
  const auto known = open();
  std::filesystem::create_directory(file());
  EXPECT_FALSE(run_cells({&counted}, {.at = {}, .threads = 1}, *known));
}

}  // namespace sluice::lab::results_test
