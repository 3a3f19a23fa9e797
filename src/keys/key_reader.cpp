#include "keys/key_reader.hpp"

#include <utility>

#include "failures.hpp"
#include "keys/extraction.hpp"
#include "keys/json_keys.hpp"

namespace sluice {
namespace {

template <class Extract, class Digest>
class key_reader_with final : public key_reader {
 public:
  key_reader_with(const key_rules& rules, Extract extract, const Digest& digest)
      : format_(rules.format),
        must_have_key_(rules.must_have_key),
        keep_bytes_(rules.keep_bytes),
        extract_(std::move(extract)),
        digest_(digest) {}

  void read(block& records) override {
    const std::size_t count = records.records();
    records.keys.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::string_view key;
      const std::string_view record = without_end(records.record(i), format_);
      const extraction state = extract_(record, records.columns, key);
      if (state == extraction::found) {
        records.keys.push_back(digest_(key));
        if (keep_bytes_) records.keep_key(key);
      } else if (state == extraction::missing && !must_have_key_) {
        records.keyless.push_back(static_cast<std::uint32_t>(i));
      } else {
        return records.fail_after(i, complaint(state), true);
      }
    }
  }

 private:
  static error complaint(extraction state) {
    return bad_input(state == extraction::malformed
                         ? "malformed JSON; correct or remove that record"
                         : "the record has no such key; correct it or use --missing-key pass");
  }

  record_format format_;
  bool must_have_key_;
  bool keep_bytes_;
  Extract extract_;
  Digest digest_;
};

template <class Extract>
std::unique_ptr<key_reader> with_digest(const key_rules& rules, Extract extract) {
  if (rules.secret) {
    return std::make_unique<key_reader_with<Extract, keyed_digester>>(
        rules, std::move(extract), keyed_digester(*rules.secret));
  }
  return std::make_unique<key_reader_with<Extract, digester>>(rules, std::move(extract),
                                                              digester(rules.seed));
}

}  // namespace

std::unique_ptr<key_reader> make_key_reader(const key_rules& rules) {
  if (rules.keys.empty()) return with_digest(rules, whole_record());
  if (rules.format.kind == record_kind::jsonl) {
    return with_digest(rules, json_keys(rules.keys.entries()));
  }
  return with_digest(rules, column_keys(rules.format));
}

}  // namespace sluice
