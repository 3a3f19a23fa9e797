#include <gtest/gtest.h>

#include <csignal>

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a command that gave up reads no more
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
