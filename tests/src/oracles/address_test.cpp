#include "oracles/address.hpp"

#include <gtest/gtest.h>

namespace sluice::address_test {

TEST(oracle_address, takes_files_and_programs_as_they_are) {
  const auto file = parse_oracle_address("file:/a b/c?d");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->scheme, "file");
  EXPECT_EQ(file->rest, "/a b/c?d");
  const auto program = parse_oracle_address("exec:./look up --key 'a:b'");
  ASSERT_TRUE(program);
  EXPECT_EQ(program->rest, "./look up --key 'a:b'");
  EXPECT_EQ(program->name(), "exec:./look");
}

TEST(oracle_address, takes_urls_apart) {
  const auto redis = parse_oracle_address("redis://me@[::1]:7000/3?set=a%20b%2fc");
  ASSERT_TRUE(redis);
  EXPECT_EQ(redis->user, "me");
  EXPECT_EQ(redis->host, "::1");
  EXPECT_EQ(redis->port, "7000");
  EXPECT_EQ(redis->path, "3");
  EXPECT_EQ(redis->option("set"), "a b/c");
  EXPECT_EQ(redis->name(), "redis://[::1]:7000");

  const auto postgres =
      parse_oracle_address("postgresql://db/shop?table=t&column=c&sslmode=require");
  ASSERT_TRUE(postgres);
  EXPECT_EQ(postgres->scheme, "postgres");
  EXPECT_EQ(postgres->host, "db");
  EXPECT_EQ(postgres->port, "");
  EXPECT_EQ(postgres->path, "shop");
  EXPECT_EQ(postgres->option("sslmode"), "require");
  EXPECT_FALSE(postgres->option("query"));

  const auto socket = parse_oracle_address("postgres://%2Fvar%2Frun/shop?query=SELECT%201%25");
  ASSERT_TRUE(socket);
  EXPECT_EQ(socket->host, "/var/run");
  EXPECT_EQ(socket->option("query"), "SELECT 1%");
}

// Demand: a password never appears in an error.
TEST(oracle_address, refuses_passwords_without_repeating_them) {
  for (const char* const text : {"redis://me:secret@host/0?set=a", "redis://:secret@host/0?set=a",
                                 "postgres://me:secret@host/db?table=t&column=c",
                                 "postgres://me@host/db?table=t&column=c&password=secret",
                                 "postgres://me@host/db?sslpassword=secret",
                                 "rediss://me:secret@host/", "me:secret@host", "secret"}) {
    const auto address = parse_oracle_address(text);
    ASSERT_FALSE(address) << text;
    EXPECT_EQ(address.failure().message.find("secret"), std::string::npos) << text;
  }
}

TEST(oracle_address, refuses_what_names_nothing) {
  for (const char* const text :
       {"", "file:", "exec:", "redis:host", "http://host/", "blocked.txt"}) {
    EXPECT_FALSE(parse_oracle_address(text)) << text;
  }
}

}  // namespace sluice::address_test
