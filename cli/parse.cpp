#include "parse.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace sluice::cli {
namespace {

/// Adds the row to CLI11, which calls back with the value. A refusal of the value is thrown
/// through CLI11 and caught in parse().
void add(CLI::App& app, const option& row) {
  const auto take = [row](const std::string& value) {
    const auto refusal = row.take(value);
    if (refusal) throw CLI::ValidationError(refusal->message, CLI::ExitCodes::ValidationError);
  };
  if (row.value.empty()) {
    app.add_flag_callback(row.flags, [take] { take(""); });
    return;
  }
  app.add_option_function<std::vector<std::string>>(row.flags,
                                                    [take, row](const auto& values) {
                                                      for (const auto& value : values) take(value);
                                                    })
      ->type_name(row.value)
      ->allow_extra_args(false)
      ->multi_option_policy(row.repeatable ? CLI::MultiOptionPolicy::TakeAll
                                           : CLI::MultiOptionPolicy::TakeLast);
}

}  // namespace

std::vector<option> common_options() {
  const auto nothing = [](const std::string&) { return std::nullopt; };
  return {{"-h,--help", "", "this text", nothing}, {"--version", "", "the version", nothing}};
}

result<request> parse(command& subject, std::vector<std::string> words) {
  CLI::App app;
  app.set_help_flag();
  request asked = request::run;
  app.add_flag_callback("-h,--help", [&] { asked = request::help; });
  app.add_flag_callback("--version", [&] { asked = request::version; });
  for (const option& row : subject.options()) add(app, row);
  std::vector<std::string> arguments;
  if (!subject.about().arguments.empty()) app.add_option("arguments", arguments);

  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(words);
  } catch (const CLI::ValidationError& refusal) {
    return error{error_code::bad_value, refusal.what()};
  } catch (const CLI::ParseError& refusal) {
    std::string sentence = refusal.what();
    sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    return error{error_code::bad_value, sentence + "; sluice --help lists the options"};
  }
  if (asked != request::run) return asked;
  subject.take_arguments(arguments);
  if (const auto refusal = subject.check()) return *refusal;
  return asked;
}

}  // namespace sluice::cli
