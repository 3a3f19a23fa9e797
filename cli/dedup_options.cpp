// The options of the main job: what each is called, what it means, where its value goes.

#include "dedup.hpp"
#include "taking.hpp"

namespace sluice::cli {

std::vector<option> dedup::options() {
  std::vector<option> all = filter_.options();
  all.push_back({"--keyed", "", "hash with a secret key, for input that an adversary writes",
                 flag_into(keyed_)});
  for (auto& more : {records_.options(), reading_rows(passage_), output_options(), state_.options(),
                     audit_.options()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

std::vector<option> dedup::output_options() {
  std::vector<option> rows{
      {"--repeats", "", "write the repeats instead of the fresh records", flag_into(repeats_)},
      {"--mark", "", "write every record, behind 'fresh' or 'repeat' and a tab", flag_into(mark_)},
  };
  const auto more = delivery_.options();
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace sluice::cli
