#pragma once

#include "records/text.hpp"

namespace sluice::lab {

// A record describes itself once, field by field:
//     out.field("caller"); out.to().put("+49").digits<10>(number);
// and one of these makes a line of it. Values never hold quotes, commas or backslashes.

/// value,value,…
class comma_separated {
 public:
  explicit comma_separated(char* at) : to_(at) {}

  template <std::size_t Size>
  comma_separated& field(const char (&)[Size]) {
    if (!first_) to_.put(",");
    first_ = false;
    return *this;
  }
  text& to() { return to_; }
  char* finish() { return to_.put("\n").end(); }

 private:
  text to_;
  bool first_ = true;
};

/// {"name":"value",…}
class json_object {
 public:
  explicit json_object(char* at) : to_(at) {}

  template <std::size_t Size>
  json_object& field(const char (&name)[Size]) {
    if (first_) {
      to_.put("{\"");
    } else {
      to_.put("\",\"");
    }
    to_.put(name).put("\":\"");
    first_ = false;
    return *this;
  }
  text& to() { return to_; }
  char* finish() { return to_.put("\"}\n").end(); }

 private:
  text to_;
  bool first_ = true;
};

/// The names of the fields, for the first line of a CSV file.
class header {
 public:
  explicit header(char* at) : to_(at) {}

  template <std::size_t Size>
  header& field(const char (&name)[Size]) {
    if (!first_) to_.put(",");
    to_.put(name);
    first_ = false;
    return *this;
  }
  text& to() { return nowhere_ = text(scrap_); }
  char* finish() { return to_.put("\n").end(); }

 private:
  text to_;
  char scrap_[most_text]{};
  text nowhere_{scrap_};
  bool first_ = true;
};

}  // namespace sluice::lab
