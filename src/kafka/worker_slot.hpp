#pragma once

#include <string>

#include "saving/state_file.hpp"
#include "sluice/result.hpp"

namespace sluice {

/// A name for a worker that it has again when it is started again, even after it was killed: Kafka
/// then ends at once what it left open. The names lie in the folder of the snapshots, one for each
/// worker that uses it at the same time.
class worker_slot {
 public:
  static result<worker_slot> take(const std::string& folder, const std::string& prefix);

  const std::string& name() const noexcept { return name_; }

 private:
  worker_slot(descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}

  descriptor file_;  // holds the lock
  std::string name_;
};

/// A name that nobody has had before.
std::string random_name();

}  // namespace sluice
