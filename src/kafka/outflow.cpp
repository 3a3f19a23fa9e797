#include "kafka/outflow.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace sluice {
namespace {

constexpr const char* usual_timeout = "30000";

/// The group gave this worker's partitions to others.
bool is_left_behind(rd_kafka_resp_err_t code) {
  return code == RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID ||
         code == RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION ||
         code == RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID;
}

}  // namespace

double longest_transaction(const kafka_connection& to) {
  constexpr double parts_a_second = 3 * 1000;  // a third of it, which is in milliseconds
  const std::string set = to.value_of("transaction.timeout.ms");
  return std::strtod(set.empty() ? usual_timeout : set.c_str(), nullptr) / parts_a_second;
}

outflow::outflow(kafka_connection to, std::string topic, std::string id,
                 std::optional<std::uint64_t> largest_batch, event_log& out, wrote tell)
    : kafka_listener(out),
      to_(std::move(to)),
      topic_(std::move(topic)),
      id_(std::move(id)),
      largest_batch_(largest_batch),
      tell_(std::move(tell)) {}

outflow::~outflow() {
  close();
}

/// What is still on its way is part of a transaction that nobody will commit.
void outflow::close() {
  if (!client_) return;
  out_.reset();
  rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
  client_.reset();
  in_transaction_ = has_offsets_ = false;
  spoilt_.reset();
}

step outflow::open(std::chrono::milliseconds patience) {
  if (!client_) {
    // Only the broker knows what is too large for it. After a commit it is not ready for the next
    // transaction for some milliseconds, and must not be left alone for a tenth of a second.
    constexpr std::uint64_t usual_batch = 1'000'000;
    const std::uint64_t batch = std::min(largest_batch_.value_or(usual_batch), usual_batch);
    const setting_list usual{
        {"message.max.bytes", "1000000000"},         {"batch.size", std::to_string(batch)},
        {"queue.buffering.max.messages", "1000000"}, {"retry.backoff.ms", "10"},
        {"transaction.timeout.ms", usual_timeout},   {"transactional.id", id_}};
    auto made = connect(RD_KAFKA_PRODUCER, to_, {}, usual, *this);
    if (!made) {
      refused_ = made.failure();
      return {step::kind::failed, made.failure().message};
    }
    client_ = *std::move(made);
  }
  kafka_failure failure(rd_kafka_init_transactions(client_.get(), as_wait(patience)));
  auto came_out = classed(std::move(failure), "making the producer " + id_ + " known");
  if (!came_out) return came_out;
  out_.reset(rd_kafka_topic_new(client_.get(), topic_.c_str(), nullptr));
  return {};
}

step outflow::begin() {
  if (in_transaction_) return {};
  auto begun =
      classed(kafka_failure(rd_kafka_begin_transaction(client_.get())), "beginning a transaction");
  in_transaction_ = static_cast<bool>(begun);
  return begun;
}

step outflow::send(const rd_kafka_message_t& message) {
  auto sent = begin();
  if (sent) sent = produced(produce(message));
  if (!sent && sent.came_out != step::kind::late && !spoilt_) spoilt_ = sent;
  return sent;
}

step outflow::produced(rd_kafka_resp_err_t code) {
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
  if (code == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    rd_kafka_poll(client_.get(), 10);
    return {step::kind::late, "too much is on its way"};
  }
  const std::string doing = "a message for " + topic_;
  refuse(code, doing);
  const bool is_fatal = code == RD_KAFKA_RESP_ERR__FATAL || code == RD_KAFKA_RESP_ERR__FENCED;
  return {is_fatal ? step::kind::failed : step::kind::aborted, doing + ": " + in_words(code)};
}

rd_kafka_resp_err_t outflow::produce(const rd_kafka_message_t& message) {
  const auto time = rd_kafka_message_timestamp(&message, nullptr);
  rd_kafka_headers_t* headers = nullptr;
  rd_kafka_message_headers(&message, &headers);
  if (headers != nullptr) headers = rd_kafka_headers_copy(headers);
  std::array<rd_kafka_vu_t, 7> parts{};
  parts[0].vtype = RD_KAFKA_VTYPE_RKT;
  parts[0].u.rkt = out_.get();
  parts[1].vtype = RD_KAFKA_VTYPE_PARTITION;
  parts[1].u.i32 = message.partition;
  parts[2].vtype = RD_KAFKA_VTYPE_KEY;
  parts[2].u.mem = {message.key, message.key_len};
  parts[3].vtype = RD_KAFKA_VTYPE_VALUE;
  parts[3].u.mem = {message.payload, message.len};
  parts[4].vtype = RD_KAFKA_VTYPE_TIMESTAMP;
  parts[4].u.i64 = time < 0 ? 0 : time;
  parts[5].vtype = RD_KAFKA_VTYPE_OPAQUE;  // where it came from, should it fail
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a number, which is never followed
  parts[5].u.ptr = reinterpret_cast<void*>(static_cast<std::intptr_t>(message.offset));
  std::size_t count = 6;
  if (headers != nullptr) {
    parts[count].vtype = RD_KAFKA_VTYPE_HEADERS;
    parts[count++].u.headers = headers;
  }
  const kafka_failure failure(rd_kafka_produceva(client_.get(), parts.data(), count));
  if (!failure) return RD_KAFKA_RESP_ERR_NO_ERROR;
  if (headers != nullptr) rd_kafka_headers_destroy(headers);
  return rd_kafka_error_code(failure.get());
}

/// A batch that is too large fails as a whole; the largest of its messages is to blame.
void outflow::on_delivery(const rd_kafka_message_t& message) {
  if (message.err == RD_KAFKA_RESP_ERR_NO_ERROR)
    return tell_(message.partition, message.offset + 1);
  if (refused_ && message.len <= refused_bytes_) return;
  const auto came_from = reinterpret_cast<std::intptr_t>(message._private);
  auto why =
      refusal(message.err, topic_ + ": the message of " + std::to_string(message.len) +
                               " bytes at offset " + std::to_string(came_from) + " of partition " +
                               std::to_string(message.partition) + " of the input");
  if (!why) return;
  refused_ = std::move(why);
  refused_bytes_ = message.len;
}

void outflow::refuse(rd_kafka_resp_err_t code, const std::string& what) {
  if (!refused_) refused_ = refusal(code, what);
}

step outflow::commit(const partition_list& offsets, const group_standing& group,
                     std::chrono::milliseconds patience) {
  if (spoilt_) return *spoilt_;
  if (auto begun = begin(); !begun) return begun;  // all were repeats
  if (!has_offsets_) {
    kafka_failure failure(rd_kafka_send_offsets_to_transaction(client_.get(), offsets.get(),
                                                               group.get(), as_wait(patience)));
    auto sent = classed(std::move(failure), "sending the offsets");
    if (!sent) return sent;
    has_offsets_ = true;
  }
  kafka_failure failure(rd_kafka_commit_transaction(client_.get(), as_wait(patience)));
  auto committed = classed(std::move(failure), "committing");
  if (committed) in_transaction_ = has_offsets_ = false;
  return committed;
}

step outflow::abort(std::chrono::milliseconds patience) {
  spoilt_.reset();
  if (!in_transaction_) return {};
  kafka_failure failure(rd_kafka_abort_transaction(client_.get(), as_wait(patience)));
  auto aborted = classed(std::move(failure), "aborting");
  if (aborted) in_transaction_ = has_offsets_ = false;
  return aborted;
}

step outflow::classed(kafka_failure failure, const std::string& doing) {
  if (!failure) return {};
  const auto code = rd_kafka_error_code(failure.get());
  const std::string why = doing + ": " + rd_kafka_error_string(failure.get());
  refuse(code, "writing to " + topic_ + ", " + doing);
  if (rd_kafka_error_is_fatal(failure.get()) != 0) return {step::kind::failed, why};
  if (rd_kafka_error_txn_requires_abort(failure.get()) != 0) {
    return {step::kind::aborted, why, is_left_behind(code)};
  }
  if (rd_kafka_error_is_retriable(failure.get()) != 0 || code == RD_KAFKA_RESP_ERR__TIMED_OUT ||
      code == RD_KAFKA_RESP_ERR__TRANSPORT) {
    return {step::kind::late, why};
  }
  return {step::kind::failed, why};
}

}  // namespace sluice
