#include "kafka.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "attendant.hpp"
#include "failures.hpp"
#include "running/machine_memory.hpp"
#include "stream_options.hpp"
#include "taking.hpp"
#include "telling/kafka_report.hpp"
#include "telling/report.hpp"
#include "telling/words.hpp"
#include "units.hpp"

namespace sluice::cli {
namespace {

error refused(const std::string& why) {
  return {error_code::bad_value, why};
}

/// One of two words.
template <class Value>
taking one_of(const std::string& option, const std::string& first, Value if_first,
              const std::string& second, Value if_second, Value& place) {
  return [=, &place](const std::string& text) -> std::optional<error> {
    if (text != first && text != second) {
      return refused(option + " is " + first + " or " + second + ", not '" + text + "'");
    }
    place = text == first ? if_first : if_second;
    return std::nullopt;
  };
}

/// Less than the ten seconds that those who stop services usually give.
constexpr std::chrono::seconds time_to_end{9};

/// For a file's name: what is no letter, digit, dot or dash is written as its number.
std::string as_file_name(const std::string& text) {
  std::string name;
  for (const char each : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '.' ||
                       each == '-' || each == '_';
    name += plain ? std::string(1, each)
                  : fmt::format("%{:02x}", static_cast<unsigned>(static_cast<unsigned char>(each)));
  }
  return name;
}

}  // namespace

description kafka_command::about() const {
  return {
      .name = "kafka",
      .summary = "Lets each record of a Kafka topic through to another one once, exactly once.",
      .arguments = "",
      .examples =
          {{"sluice kafka --brokers k1:9092 --from calls --to unique --group billing -m 4G --state "
            "/var/lib/sluice",
            "compared by the messages' keys; start as many as there are partitions"},
           {"sluice kafka --brokers k1:9092 --from clicks --to unique --group ads -k /click/id "
            "--create",
            "compared by a member of the value; makes the topic"},
           {"sluice kafka --brokers k1:9093 --from a --to b --group g -X security.protocol=SSL -X "
            "ssl.ca.location=ca.pem",
            "any setting of librdkafka"}},
      .notes =
          {"Copies of a key must be in one partition of the input: each partition has its own "
           "filter, with its share of --memory. What passes goes to the partition of the same "
           "number, with key, headers and timestamp as they were.",
           "Records, offsets and what the filters learn are committed together, in transactions. "
           "A worker that comes to a partition loads its snapshot from the folder of --state, if "
           "there is one, and reads back the output behind it. Read the output with "
           "isolation.level=read_committed.",
           "SIGTERM and SIGINT commit, save and end it; SIGUSR1 makes it say where each partition "
           "stands. Exit status: 0, 1 for a failure, 2 for wrong usage, 3 for a limit passed under "
           "--strict."},
  };
}

std::vector<option> kafka_command::options() {
  std::vector<option> all = topic_options();
  for (auto& more : {filter_.options(), running_options(), telling_options(), audit_.options()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<option> kafka_command::topic_options() {
  return {
      {"--brokers", "LIST", "where Kafka is: host:port, several with commas",
       text_into(worker_.connection.brokers)},
      {"--from", "TOPIC", "the topic to read", text_into(worker_.from)},
      {"--to", "TOPIC", "the topic to write", text_into(worker_.to)},
      {"--group", "NAME", "the consumer group that shares the work",
       text_into(worker_.connection.group)},
      {"-k,--key", "KEY",
       "what is compared: the message's key (key, the default), its value (value), JSON pointers "
       "(/user/id), columns of a CSV value (column:2), a header (header:NAME)",
       text_into(key_)},
      {"--missing-key",
       "HOW",
       "a message without its key: pass it on and count it (pass, the default), stop (fail), drop "
       "and count it (drop)",
       [this](const std::string& how) -> std::optional<error> {
         if (how != "pass" && how != "fail" && how != "drop") {
           return refused("--missing-key is pass, fail or drop, not '" + how + "'");
         }
         worker_.must_have_key = how == "fail";
         worker_.drops_keyless = how == "drop";
         return std::nullopt;
       },
       {"pass", "fail", "drop"}},
      {"--create", "", "make the topic to write if there is none, like the one to read",
       flag_into(create_)},
      {"-X",
       "NAME=VALUE",
       "a setting of librdkafka, as security.protocol=SASL_SSL, group.instance.id=one or "
       "compression.type=zstd",
       [this](const std::string& text) -> std::optional<error> {
         auto setting = parse_setting(text);
         if (!setting) return setting.failure();
         worker_.connection.set.push_back(*std::move(setting));
         return std::nullopt;
       },
       {},
       true},
  };
}

std::vector<option> kafka_command::running_options() {
  return {
      {"--state", "FOLDER",
       "keep a snapshot of each partition there; without, the output is read back",
       text_into(folder_)},
      {"--checkpoint", "SPAN",
       "save a partition's snapshot every so many records (5M) or so often (90s); default 5m",
       into(parse_span, worker_.checkpoint)},
      {"--transaction", "SPAN",
       "commit every so many records (5000) or so often (500ms, the default)",
       into(parse_span, worker_.transaction)},
      {"--on-gap",
       "HOW",
       "retention deleted what was not yet read, or what the filter should know of the output: say "
       "so and go on (warn, the default), or stop (fail)",
       one_of("--on-gap", "fail", true, "warn", false, worker_.fails_at_gap),
       {"warn", "fail"}},
      {"--until-end", "", "end when all that there is was read", flag_into(worker_.until_end)},
      {"--copy", "", "switch the filter off: a plain copy, to compare with",
       flag_into(worker_.copies)},
  };
}

std::vector<option> kafka_command::telling_options() {
  return {
      {"--log-format",
       "FORM",
       "what it says: lines for people (lines, the default) or one JSON object each (json)",
       one_of("--log-format", "json", event_log::form::json, "lines", event_log::form::lines,
              form_),
       {"lines", "json"}},
      {"--report", "SPAN", "say how it stands so often; default 10s",
       [this](const std::string& text) -> std::optional<error> {
         const auto span = parse_span(text);
         if (!span) return span.failure();
         if (!span->seconds) return refused("--report is a time, as 10s or 5m");
         worker_.report_seconds = *span->seconds;
         return std::nullopt;
       }},
      {"--stats", "FILE", "write the summary there as JSON; '-' is standard error",
       text_into(stats_)},
      {"-q,--quiet", "", "say nothing but warnings and errors", flag_into(quiet_)},
  };
}

std::optional<error> kafka_command::check() {
  const std::array<std::pair<const char*, const std::string*>, 4> needed{
      {{"--brokers", &worker_.connection.brokers},
       {"--from", &worker_.from},
       {"--to", &worker_.to},
       {"--group", &worker_.connection.group}}};
  for (const auto& [name, value] : needed) {
    if (value->empty()) return refused(std::string(name) + " is missing; see sluice kafka --help");
  }
  if (worker_.from == worker_.to)
    return refused("--from and --to are the same topic; name another one to write");
  if (auto key = message_key::parse(key_); !key) return key.failure();
  const double longest = longest_transaction(worker_.connection);
  if (worker_.transaction.seconds.value_or(0) > longest) {
    return refused(
        fmt::format("a transaction of --transaction may last {:g} s, a third of "
                    "transaction.timeout.ms; raise that with -X",
                    longest));
  }
  if (auto refusal = filter_.check()) return refusal;
  if (auto refusal = audit_.check()) return refusal;
  const auto whole = filter_.choose();
  return whole ? std::nullopt : std::optional(whole.failure());
}

std::optional<error> kafka_command::run() {
  log_ = std::make_unique<event_log>(form_,
                                     quiet_ ? event_log::level::warning : event_log::level::info);
  auto desk = topic_desk::open(worker_.connection, *log_);
  if (!desk) return desk.failure();
  std::int32_t partitions = 0;
  if (auto failure = check_topics(**desk, partitions)) return failure;
  look_at_output(**desk);
  if (auto failure = settle(partitions)) return failure;
  if (auto failure = name_worker()) return failure;
  return work(**desk);
}

std::optional<error> kafka_command::check_topics(topic_desk& desk, std::int32_t& partitions) {
  const auto in = desk.partitions(worker_.from);
  if (!in) return in.failure();
  if (!*in) return bad_input("there is no topic " + worker_.from + "; check --from");
  auto out = desk.partitions(worker_.to);
  if (!out) return out.failure();
  if (!*out && !create_) {
    return bad_input("there is no topic " + worker_.to + "; make it with " + std::to_string(**in) +
                     " partitions, or add --create");
  }
  if (!*out) {
    if (auto failure = desk.create(worker_.to, worker_.from)) return failure;
    log_->info("created", fmt::format("made topic {} with {}", worker_.to,
                                      counted(static_cast<std::uint64_t>(**in), "partition")));
  } else if (**in != **out) {
    return bad_input(fmt::format(
        "{} has {}, {} has {}; what passes keeps its partition, so the numbers must be the same",
        worker_.from, counted(static_cast<std::uint64_t>(**in), "partition"), worker_.to, **out));
  }
  worker_.partitions = partitions = **in;
  return std::nullopt;
}

/// The output is the log from which the filters are made anew.
void kafka_command::look_at_output(topic_desk& desk) {
  cluster_ = desk.cluster();
  const auto kept = desk.settings(worker_.to);
  if (!kept) return;
  worker_.largest_batch = kept->largest_batch;
  if (kept->is_compacted && key_ != "key") {
    log_->warn("compacted", worker_.to +
                                " is compacted: of messages with the same key only the "
                                "last is kept, so that a filter made anew from it may lack "
                                "what it should know; set cleanup.policy=delete");
  }
  if (kept->stamps_anew) {
    log_->warn("timestamps", worker_.to +
                                 " stamps messages with the time of writing: timestamps "
                                 "are not kept; set message.timestamp.type=CreateTime");
  }
}

/// What each partition gets.
std::optional<error> kafka_command::settle(std::int32_t partitions) {
  const auto parts = static_cast<std::uint64_t>(partitions);
  auto planned = filter_.choose(parts);
  if (!planned) {
    return error{planned.failure().code,
                 fmt::format("each of {} has its share of --memory: {}",
                             counted(parts, "partition"), planned.failure().message)};
  }
  if (const auto memory = machine_memory(); planned->memory_bytes > memory) {
    return bad_input("a filter of " + bytes_in_words(static_cast<double>(planned->memory_bytes)) +
                     " does not fit this machine's memory; ask for less with -m");
  }
  lane_wish& lanes = worker_.lanes;
  lanes.planned = *std::move(planned);
  lanes.within_records = filter_.wanted().within_records;
  lanes.within_seconds = filter_.wanted().within_seconds;
  lanes.seed = filter_.seed();
  wish share = filter_.wanted();
  share.memory_bytes /= parts;
  lanes.make_audit = [this, share] {
    return audit_.make(share, [this](const std::string& text) { log_->warn("limit", text); });
  };
  lanes.asked = state_asked();
  lanes.folder = folder_;
  lanes.name = as_file_name(worker_.connection.group) + "@" + as_file_name(worker_.to);
  log_->info("started",
             fmt::format("each of {}: {}", counted(parts, "partition"), expectation(lanes.planned)),
             {{"partitions", partitions}, {"memory", lanes.planned.memory_bytes}});
  return std::nullopt;
}

state_wish kafka_command::state_asked() const {
  auto asked = filter_.asked();
  asked.emplace_back("--audit", audit_.asked());
  asked.emplace_back("--key", key_);
  asked.emplace_back("--from", worker_.from);
  asked.emplace_back("--to", worker_.to);
  asked.emplace_back("--group", worker_.connection.group);
  asked.emplace_back("--brokers of cluster", cluster_);
  return {.asked = std::move(asked), .hash = hash_identity::method::xxh3, .seed = filter_.seed()};
}

std::optional<error> kafka_command::name_worker() {
  std::string name = worker_.connection.value_of("group.instance.id");
  if (!folder_.empty()) {
    std::error_code failure;
    std::filesystem::create_directories(folder_, failure);
    if (failure) {
      return error{error_code::system_failure,
                   folder_ + ": cannot make it: " + failure.message() + "; check --state"};
    }
    if (name.empty()) {
      auto slot = worker_slot::take(folder_, as_file_name(worker_.connection.group));
      if (!slot) return slot.failure();
      slot_ = *std::move(slot);
      name = slot_->name();
    }
  }
  worker_.id = "sluice-" + worker_.connection.group + "-" + (name.empty() ? random_name() : name);
  return std::nullopt;
}

std::optional<error> kafka_command::work(topic_desk& desk) {
  auto key = message_key::parse(key_);
  if (!key) return key.failure();
  attendant attends(time_to_end, [this] {
    log_->warn("ended",
               "Kafka does not answer, so it ends without: what was not committed will be "
               "done again");
  });
  worker::outside outside{
      .told_to_end = [&] { return attends.told_to_end(); },
      .wants_figures = [&] { return attends.was_asked(); },
      .tell = [this](const worker_figures& now, bool asked) { tell(now, asked); }};
  worker between(worker_, *std::move(key), desk, *log_, std::move(outside));
  auto failure = between.run();
  stopped_by_ = attends.stopped_by();
  const auto found = between.figures();
  auto unwritten = end(found);
  return failure ? failure : unwritten;
}

std::optional<error> kafka_command::end(const worker_figures& found) {
  log_->info("ended", "ended: " + kafka_line(found, {}), kafka_json(found));
  tell_lanes(found);
  if (!stats_) return std::nullopt;
  return write_stats(*stats_, kafka_json(found).dump());
}

void kafka_command::tell(const worker_figures& now, bool in_full) {
  log_->info("figures", kafka_line(now, told_), kafka_json(now));
  if (in_full) tell_lanes(now);
  told_ = now;
}

/// Programs have them in the figures.
void kafka_command::tell_lanes(const worker_figures& now) {
  if (form_ == event_log::form::json) return;
  for (const lane_figures& each : now.lanes) log_->info("partition", kafka_line(each));
}

}  // namespace sluice::cli
