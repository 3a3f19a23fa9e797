#include "kafka/connection.hpp"

#include <gtest/gtest.h>

namespace sluice::connection_test {

TEST(setting, is_a_name_and_a_value) {
  const auto made = parse_setting("sasl.password=a=b");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->first, "sasl.password");
  EXPECT_EQ(made->second, "a=b");
}

TEST(setting, that_nobody_knows_is_refused) {
  const auto made = parse_setting("no.such.thing=1");
  ASSERT_FALSE(made);
  EXPECT_NE(made.failure().message.find("no.such.thing"), std::string::npos);
  for (const char* wrong : {"", "=", "=1", "compression.type", "session.timeout.ms=soon"}) {
    EXPECT_FALSE(parse_setting(wrong)) << wrong;
  }
}

TEST(setting, that_would_break_the_promise_is_refused) {
  for (const char* wrong :
       {"isolation.level=read_uncommitted", "enable.auto.commit=true", "enable.idempotence=false",
        "group.id=other", "bootstrap.servers=x", "partition.assignment.strategy=roundrobin"}) {
    EXPECT_FALSE(parse_setting(wrong)) << wrong;
  }
}

TEST(refusal, is_for_what_no_patience_mends) {
  EXPECT_TRUE(refusal(RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, "topic a"));
  EXPECT_TRUE(refusal(RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, "topic a"));
  EXPECT_FALSE(refusal(RD_KAFKA_RESP_ERR__TRANSPORT, "topic a"));
  EXPECT_FALSE(refusal(RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, "topic a"));
}

}  // namespace sluice::connection_test
