#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/result.hpp"

namespace sluice::cli {

/// One option as a user sees it. Parsing, --help, the man page and the completions all come out of
/// this row.
struct option {
  std::string flags;  ///< "-m,--memory"
  std::string value;  ///< "SIZE"; empty for a switch
  std::string help;
  std::function<std::optional<error>(const std::string& value)> take;
  std::vector<std::string> choices{};  ///< what it may be, where that is a list
  bool repeatable = false;
};

struct example {
  std::string line;
  std::string what;
};

/// What a command is, for those who ask.
struct description {
  std::string name;       ///< empty for the main job
  std::string summary;    ///< one line
  std::string arguments;  ///< "[file...]"; empty where there are none
  std::vector<example> examples;
  std::vector<std::string> notes;  ///< paragraphs for what options cannot say
};

/// One thing that sluice does. To add one: a file with such a class, a line in commands.cpp.
class command {
 public:
  virtual ~command() = default;

  virtual description about() const = 0;
  virtual std::vector<option> options() = 0;
  virtual void take_arguments(const std::vector<std::string>& /*arguments*/) {}

  /// Do the options make sense together? Touches nothing. What it refuses is wrong usage.
  virtual std::optional<error> check() = 0;

  /// Does it. What it returns is a failure.
  virtual std::optional<error> run() = 0;

  /// The signal that ended run() early, after what there was to be tidied up; 0 for none.
  virtual int stopped_by() const { return 0; }
};

}  // namespace sluice::cli
