#include "results.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace sluice::lab {
namespace {

error failed(const char* what, const std::filesystem::path& file, const std::string& why) {
  return {error_code::bad_value, std::string("cannot ") + what + " " + file.string() + ": " + why};
}

std::string as_line(const std::string& cell, const finished& done) {
  const nlohmann::ordered_json line{
      {"cell", cell},      {"seed", done.seed},       {"scale", done.scale},
      {"date", done.date}, {"seconds", done.seconds}, {"values", done.values}};
  return line.dump() + "\n";
}

/// Appends with a single write, so that other threads and a sudden end cut nothing in two but the
/// file's last line.
std::optional<error> append(const std::filesystem::path& file, const std::string& text) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return failed("write", file, std::strerror(errno));
  const ssize_t written = ::write(descriptor, text.data(), text.size());
  const int problem = written < 0 ? errno : ENOSPC;
  ::close(descriptor);
  if (written == static_cast<ssize_t>(text.size())) return std::nullopt;
  return failed("write", file, std::strerror(problem));
}

}  // namespace

result<std::unique_ptr<results>> results::open(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) return failed("make the folder", folder, problem.message());
  std::unique_ptr<results> opened(new results(folder / "results.jsonl"));
  if (const auto trouble = opened->read()) return *trouble;
  return opened;
}

std::optional<error> results::read() {
  std::ifstream file(file_, std::ios::binary);
  std::string line;
  std::uintmax_t whole = 0;  // bytes up to the end of the last whole line
  for (std::size_t number = 1; std::getline(file, line) && !file.eof(); ++number) {
    const auto parsed = nlohmann::json::parse(line, nullptr, false);
    try {
      finished done{parsed.at("values"), parsed.at("scale"), parsed.at("seed"), parsed.at("date"),
                    parsed.at("seconds")};
      cells_[{parsed.at("cell"), done.seed}] = std::move(done);
    } catch (const nlohmann::json::exception&) {
      return failed("read", file_,
                    "line " + std::to_string(number) + " is not a result; remove that line");
    }
    whole += line.size() + 1;
  }
  std::error_code problem;
  if (std::filesystem::exists(file_, problem) && std::filesystem::file_size(file_) > whole) {
    std::filesystem::resize_file(file_, whole, problem);
    if (problem) return failed("repair", file_, problem.message());
  }
  return std::nullopt;
}

const finished* results::find(const std::string& cell, std::uint64_t seed) const {
  const std::lock_guard lock(mutex_);
  const auto found = cells_.find({cell, seed});
  return found == cells_.end() ? nullptr : &found->second;
}

std::optional<error> results::add(const std::string& cell, finished done) {
  const std::lock_guard lock(mutex_);
  if (auto trouble = append(file_, as_line(cell, done))) return trouble;
  cells_[{cell, done.seed}] = std::move(done);
  return std::nullopt;
}

std::set<std::pair<double, std::uint64_t>> results::settings() const {
  const std::lock_guard lock(mutex_);
  std::set<std::pair<double, std::uint64_t>> all;
  for (const auto& [name, done] : cells_) all.insert({done.scale, done.seed});
  return all;
}

}  // namespace sluice::lab
