#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "kafka/worker.hpp"

namespace sluice {

/// How the work stands, in a line: what went through, how fast since `before`, what waits.
std::string kafka_line(const worker_figures& now, const worker_figures& before);

/// The same of one partition, with what the audit found.
std::string kafka_line(const lane_figures& now);

/// For programs.
nlohmann::ordered_json kafka_json(const worker_figures& now);

}  // namespace sluice
