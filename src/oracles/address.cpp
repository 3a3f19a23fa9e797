#include "oracles/address.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "failures.hpp"

namespace sluice {
namespace {

constexpr const char* what_there_is =
    "write file:PATH, redis://HOST:PORT/DB?set=NAME, postgres://HOST/DB?table=T&column=C or "
    "exec:COMMAND";

/// "a%20b" as "a b". A per cent sign that begins no number stays.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const char* const digits = text.data() + i + 1;
    const bool is_code = text[i] == '%' && i + 2 < text.size() &&
                         std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
    plain += is_code ? static_cast<char>(code) : text[i];
    if (is_code) i += 2;
  }
  return plain;
}

/// Takes what lies before the mark off the text; all of it where there is no mark.
std::string_view take_until(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

error holds_a_password(const std::string& scheme) {
  const bool redis = scheme == "redis";
  return bad_input(
      std::string("the address of the set holds a password, which others can read in the list of "
                  "processes; put it into ") +
      (redis ? "the variable SLUICE_REDIS_PASSWORD" : "PGPASSWORD or the file PGPASSFILE names"));
}

/// "user@host:port"; an IPv6 address in brackets.
bool take_authority(std::string_view authority, oracle_address& into) {
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = authority.substr(0, at);
    if (user.find(':') != std::string_view::npos) return false;
    into.user = unescaped(user);
    authority.remove_prefix(at + 1);
  }
  if (authority.starts_with('[')) {
    authority.remove_prefix(1);
    into.host = take_until(authority, ']');
    if (authority.starts_with(':')) authority.remove_prefix(1);
  } else {
    into.host = unescaped(take_until(authority, ':'));
  }
  into.port = authority;
  return true;
}

result<oracle_address> parse_url(std::string_view text, oracle_address address) {
  std::string_view before_options = take_until(text, '?');
  std::string_view authority = take_until(before_options, '/');
  if (!take_authority(authority, address)) return holds_a_password(address.scheme);
  address.path = unescaped(before_options);
  while (!text.empty()) {
    std::string_view pair = take_until(text, '&');
    const std::string name(take_until(pair, '='));
    if (name == "password" || name == "sslpassword") return holds_a_password(address.scheme);
    address.options[name] = unescaped(pair);
  }
  return address;
}

}  // namespace

std::string oracle_address::name() const {
  if (scheme == "exec") return "exec:" + rest.substr(0, rest.find(' '));
  if (scheme == "file") return rest;
  const std::string shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return scheme + "://" + shown + (port.empty() ? "" : ":" + port);
}

std::optional<std::string> oracle_address::option(const std::string& name) const {
  const auto found = options.find(name);
  if (found == options.end()) return std::nullopt;
  return found->second;
}

result<oracle_address> parse_oracle_address(const std::string& text) {
  std::string_view rest = text;
  const std::string scheme(take_until(rest, ':'));
  oracle_address address{.scheme = scheme == "postgresql" ? "postgres" : scheme,
                         .rest = std::string(rest)};
  if (scheme == "rediss") {
    return bad_input("the library for Redis here has no TLS; go through a tunnel with redis://");
  }
  const std::array known{"file", "redis", "postgres", "exec"};
  if (std::find(known.begin(), known.end(), address.scheme) == known.end()) {
    // The text may be anything, a password with it.
    return bad_input(std::string("that is no address of a set; ") + what_there_is);
  }
  if (address.scheme == "file" || address.scheme == "exec") {
    if (rest.empty()) return bad_input(scheme + ": names nothing; " + what_there_is);
    return address;
  }
  if (!rest.starts_with("//")) {
    return bad_input("an address of " + scheme + " begins with " + scheme + "://; " +
                     what_there_is);
  }
  return parse_url(rest.substr(2), std::move(address));
}

}  // namespace sluice
