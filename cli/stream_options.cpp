#include "stream_options.hpp"

#include "taking.hpp"
#include "units.hpp"

namespace sluice::cli {

std::vector<option> wish_options(wish& wanted) {
  return {
      {"-m,--memory", "SIZE",
       "the filter's memory: bytes, or 64K, 512M, 1.5G (powers of 1024), 512MB (of 1000); "
       "default 256M",
       into(parse_size, wanted.memory_bytes)},
      {"-e,--fpr", "RATE",
       "bound on the share of fresh records that are dropped as repeats: 1e-6, 0.1, 1%; "
       "default 1e-6",
       into(parse_rate, wanted.fpr)},
      {"-n,--distinct", "N", "how many distinct keys to expect: 8000000, 8e6, 8M",
       into(parse_count, wanted.distinct)},
      {"-w,--within", "SPAN",
       "a repeat counts only within the last SPAN: records (500000, 5M) or time (90s, 15m, 1h)",
       [&wanted](const std::string& text) -> std::optional<error> {
         const auto span = parse_span(text);
         if (!span) return span.failure();
         wanted.within_records = span->records;
         wanted.within_seconds = span->seconds;
         return std::nullopt;
       }},
  };
}

std::vector<option> record_options::options() {
  return {
      {"-f,--format",
       "FORMAT",
       "what a record is: lines, csv, tsv, jsonl, fixed:N (N bytes); default by the files' names, "
       "else lines",
       into(parse_format, format_),
       {"lines", "csv", "tsv", "jsonl", "fixed:"}},
      {"-k,--key",
       "LIST",
       "what of a record is compared: columns by number (2) or name (id,day), JSON pointers "
       "(/user/id); default all of it",
       [this](const std::string& list) {
         key_lists_.push_back(list);
         return std::optional<error>();
       },
       {},
       true},
      {"-0,--null", "", "records end in NUL, not in a newline", flag_into(null_)},
  };
}

std::optional<error> record_options::settle(const std::vector<std::string>& paths,
                                            key_rules& rules) const {
  rules.format = format_ ? *format_ : format_of_names(paths);
  if (null_ && rules.format.kind == record_kind::fixed) {
    return error{error_code::bad_value, "records of a fixed size have no end; leave out -0"};
  }
  rules.format.end = null_ ? '\0' : '\n';
  auto keys = key_list::parse(key_lists_, rules.format);
  if (!keys) return keys.failure();
  rules.keys = std::move(*keys);
  return std::nullopt;
}

}  // namespace sluice::cli
