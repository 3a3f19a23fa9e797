// Every filter as bytes and back, and bytes that are not those of a snapshot.

#include "sluice/snapshot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <ostream>

#include "measure.hpp"
#include "sluice/keyed_digest.hpp"
#include "sluice/snapshot/zstd.hpp"
#include "streams/uniform.hpp"
#include "support/allocations.hpp"

namespace sluice {

void PrintTo(const filter_kind& kind, std::ostream* out) {  // NOLINT: as GoogleTest wants it
  *out << kind.name;
}

namespace snapshot_test {

using bytes = std::vector<std::byte>;

std::vector<digest> keys(std::size_t count) {
  lab::uniform_stream stream(count / 2, 42);
  std::vector<digest> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(lab::numbered(stream.next().key));
  return all;
}

std::vector<verdict> observe(filter& subject, std::span<const digest> stream) {
  std::vector<verdict> said(stream.size());
  subject.observe(stream, said);
  return said;
}

std::unique_ptr<filter> make(std::string_view name, std::uint64_t memory, std::uint64_t seed = 3) {
  const auto planned = make_plan(name, {.memory_bytes = memory, .fpr = 0.01});
  EXPECT_TRUE(planned);
  return *make_filter(*planned, seed);
}

bytes saved(filter& subject, const snapshot_extras& with = {}, block_codec* codec = nullptr) {
  bytes all;
  memory_sink sink(all);
  EXPECT_FALSE(save(subject, sink, with, codec));
  return all;
}

result<std::unique_ptr<filter>> loaded(std::span<const std::byte> from,
                                       block_codec* codec = nullptr) {
  memory_source source(from);
  return load(source, codec);
}

class snapshots : public ::testing::TestWithParam<filter_kind> {
 protected:
  std::string_view name() const { return GetParam().name; }
};

TEST_P(snapshots, go_on_where_the_saved_filter_was) {
  const auto stream = keys(30000);
  const auto uncut = make(name(), 16384);
  const auto expected = observe(*uncut, stream);
  for (const std::size_t cut : {0UL, 1UL, 777UL, 15000UL, 29999UL}) {
    const auto first = make(name(), 16384);
    auto said = observe(*first, std::span(stream).first(cut));
    auto second = loaded(saved(*first));
    ASSERT_TRUE(second) << second.failure().message;
    EXPECT_EQ((*second)->parameters(), first->parameters());
    EXPECT_EQ((*second)->fill(), first->fill());
    EXPECT_EQ((*second)->predicted_fpr(), first->predicted_fpr());
    const auto rest = observe(**second, std::span(stream).subspan(cut));
    said.insert(said.end(), rest.begin(), rest.end());
    EXPECT_EQ(said, expected) << cut;
    EXPECT_EQ(saved(**second), saved(*uncut)) << cut;
  }
}

TEST_P(snapshots, survive_compression) {
  zstd_codec codec;
  const auto subject = make(name(), 4 << 20);
  observe(*subject, keys(5000));
  const auto small = saved(*subject, {}, &codec);
  EXPECT_LT(small.size(), saved(*subject).size());
  const auto again = loaded(small, &codec);
  ASSERT_TRUE(again) << again.failure().message;
  EXPECT_EQ(saved(**again), saved(*subject));
  const auto without_codec = loaded(small);
  ASSERT_FALSE(without_codec);
  EXPECT_NE(without_codec.failure().message.find("compressed with zstd"), std::string::npos);
}

/// Damage must be refused, before more memory is taken than the bytes are long and a bit.
void expect_refused(std::span<const std::byte> damage, const std::string& what) {
  const std::uint64_t before = testing::allocated_bytes();
  const auto made = loaded(damage);
  EXPECT_LE(testing::allocated_bytes() - before, damage.size() + (1 << 20)) << what;
  EXPECT_FALSE(made) << what;
}

std::size_t length_of_header(const bytes& all) {
  memory_source source(all);
  const auto reader = snapshot_reader::open(source);
  return to_bytes(reader->header()).size() + sizeof(std::uint64_t);
}

TEST_P(snapshots, refuse_every_flipped_bit_of_the_header) {
  const auto subject = make(name(), 16384);
  observe(*subject, keys(5000));
  bytes all = saved(*subject);
  const std::size_t bits = 8 * length_of_header(all);
  for (std::size_t bit = 0; bit < bits; ++bit) {
    all[bit / 8] ^= std::byte{1} << (bit % 8);
    expect_refused(all, "bit " + std::to_string(bit));
    all[bit / 8] ^= std::byte{1} << (bit % 8);
  }
}

TEST_P(snapshots, refuse_flips_and_cuts_of_the_body) {
  const auto subject = make(name(), 3 << 20);
  observe(*subject, keys(100000));
  bytes all = saved(*subject);
  const std::size_t header = length_of_header(all);
  for (std::uint64_t round = 0; round < 1000; ++round) {
    dice roll(11, round);
    const std::size_t at = header + roll.below(all.size() - header);
    if (round % 2 == 0) {
      const std::byte flip = std::byte{1} << roll.below(8);
      all[at] ^= flip;
      expect_refused(all, "byte " + std::to_string(at));
      all[at] ^= flip;
    } else {
      expect_refused(std::span(all).first(at), "cut at " + std::to_string(at));
    }
  }
  all.push_back({});
  expect_refused(all, "something behind it");
}

TEST_P(snapshots, of_nonsense_are_refused_or_work) {
  for (std::uint64_t round = 0; round < 20; ++round) {
    const auto subject = make(name(), 4096);
    observe(*subject, keys(500));
    const state_view state = subject->state();
    dice roll(5, round);
    for (std::byte& cell : state.cells) {
      if (roll.chance(1, 1 + round)) cell = static_cast<std::byte>(roll.below(256));
    }
    for (const auto& number : state.numbers) {
      if (roll.chance(1, 2)) *number.value = roll.word() >> roll.below(64);
    }
    auto again = loaded(saved(*subject));
    if (again) observe(**again, keys(20000));
  }
}

const snapshot_extras golden_extras{
    .hash = hash_identity::of(hash_identity::method::xxh3, digester(3), 3),
    .texts = {{"--key", "caller"}}};

std::string golden_path(std::string_view name) {
  return SLUICE_TEST_DATA "/snapshots/1/" + std::string(name);
}

bytes golden(filter& subject) {
  observe(subject, keys(5000));
  subject.advance_to(1'000'000);
  return saved(subject, golden_extras);
}

/// Format 1 is read for ever, and written the same for ever. SLUICE_UPDATE_GOLDEN=1 writes the
/// files for a new filter.
TEST_P(snapshots, are_the_golden_ones) {
  if (std::getenv("SLUICE_UPDATE_GOLDEN") != nullptr) {
    const bytes fresh = golden(*make(name(), 4096));
    std::ofstream(golden_path(name()), std::ios::binary)
        .write(reinterpret_cast<const char*>(fresh.data()),
               static_cast<std::streamsize>(fresh.size()));
  }
  std::ifstream file(golden_path(name()), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto before = std::as_bytes(std::span(text));
  const auto again = loaded(before);
  ASSERT_TRUE(again) << again.failure().message;

  const auto subject = GetParam().make_filter((*again)->parameters(), 3);
  ASSERT_TRUE(subject);
  const bytes now = golden(**subject);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), now.begin(), now.end()));
  EXPECT_EQ(observe(**again, keys(9000)), observe(**subject, keys(9000)));
}

std::string label(const ::testing::TestParamInfo<filter_kind>& info) {
  std::string text(info.param.name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(all, snapshots, ::testing::ValuesIn(all_filters), label);

TEST(snapshot, carries_companions_hash_and_texts) {
  std::uint64_t count = 41;
  bytes memory(3000000, std::byte{7});
  const auto subject = make("recency", 16384);
  const digest_secret secret{1, 2, 3, 4};
  snapshot_extras with{hash_identity::of(hash_identity::method::keyed, keyed_digester(secret)),
                       {{"--key", "id"}},
                       {{"beside", {{{"count", &count}}, memory}}}};
  with.hash.secret = secret;
  const auto all = saved(*subject, with);

  memory_source source(all);
  auto reader = snapshot_reader::open(source);
  ASSERT_TRUE(reader) << reader.failure().message;
  EXPECT_EQ(reader->header().hash, with.hash);
  EXPECT_EQ(reader->header().texts, with.texts);
  ASSERT_TRUE(reader->read_filter());
  std::uint64_t count_again = 0;
  bytes memory_again(memory.size());
  EXPECT_FALSE(reader->read_part({{{"count", &count_again}}, memory_again}));
  EXPECT_FALSE(reader->finish());
  EXPECT_EQ(count_again, 41U);
  EXPECT_EQ(memory_again, memory);
}

TEST(snapshot, refuses_parts_of_another_shape) {
  std::uint64_t count = 41;
  const auto subject = make("recency", 16384);
  const auto all = saved(*subject, {{}, {}, {{"beside", {{{"count", &count}}, {}}}}});
  memory_source source(all);
  auto reader = snapshot_reader::open(source);
  ASSERT_TRUE(reader->read_filter());
  const auto failure = reader->read_part({{{"other", &count}}, {}});
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->message.find("'beside'"), std::string::npos);
}

TEST(snapshot, of_a_newer_format_is_refused_by_name) {
  const auto subject = make("bloom", 4096);
  bytes all = saved(*subject);
  const std::size_t length = length_of_header(all) - sizeof(std::uint64_t);
  all[8] = std::byte{2};
  const std::uint64_t checksum = XXH3_64bits(all.data(), length);
  std::memcpy(all.data() + length, &checksum, sizeof checksum);
  const auto made = loaded(all);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.failure().code, error_code::newer_version);
  EXPECT_NE(made.failure().message.find("format 2"), std::string::npos);
}

TEST(snapshot, is_not_loaded_into_more_memory_than_allowed) {
  const auto subject = make("bloom", 16384);
  const auto all = saved(*subject);
  memory_source source(all);
  const auto made = load(source, nullptr, 16383);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.failure().code, error_code::out_of_memory);
}

TEST(snapshot, of_an_empty_filter_is_small) {
  const auto subject = make("recency", 64 << 20);
  EXPECT_LT(saved(*subject).size(), 2048U);
}

TEST(snapshot, is_told_from_other_files) {
  for (const std::string text : {"", "SLUICE", "id,caller,callee\n1,2,3\n4,5,6\n7,8,9\n"}) {
    const auto made = loaded(std::as_bytes(std::span(text)));
    ASSERT_FALSE(made);
    EXPECT_NE(made.failure().message.find("no snapshot of sluice"), std::string::npos);
  }
}

}  // namespace snapshot_test
}  // namespace sluice
