#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace sluice {

/// Why something expected to fail now and then did fail.
enum class error_code {
  impossible_wish,  ///< no parameters meet what was asked for
  unknown_name,     ///< no filter, or no parameter of it, has this name
  bad_value,        ///< text that is not what it should be, such as a size
  out_of_memory,    ///< the system does not give the memory asked for
  system_failure,   ///< a file, a disk or a network failed
  damaged,          ///< a snapshot whose bytes are not those that were saved
  newer_version,    ///< a snapshot that only a later version can read
  too_many_errors,  ///< the audit found a rate above its limit
  no_answer,        ///< an oracle is gone, slow or refuses for now
};

struct error {
  error_code code;
  std::string message;  ///< one sentence: what, which value, what would work
};

/// A value, or the reason why there is none. It must be looked at.
template <class T>
class [[nodiscard]] result {
 public:
  result(T value) : state_(std::move(value)) {}          // NOLINT(google-explicit-constructor)
  result(error failure) : state_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const noexcept { return std::holds_alternative<T>(state_); }

  T& operator*() & noexcept {
    assert(*this);
    return *std::get_if<T>(&state_);
  }
  const T& operator*() const& noexcept {
    assert(*this);
    return *std::get_if<T>(&state_);
  }
  T operator*() && noexcept { return std::move(**this); }
  T* operator->() noexcept { return &**this; }
  const T* operator->() const noexcept { return &**this; }

  const error& failure() const noexcept {
    assert(!*this);
    return *std::get_if<error>(&state_);
  }

 private:
  std::variant<T, error> state_;
};

}  // namespace sluice
