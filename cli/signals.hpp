#pragma once

#include <csignal>

namespace sluice::cli {

/// Those that a long run attends to: SIGUSR1, which asks how it stands, and SIGINT and SIGTERM,
/// which end it, unless they are ignored.
sigset_t awaited_signals();

/// As if the signal had not been caught: whoever started this sees what ended it.
void end_by_signal(int number);

/// From now on this thread does not catch SIGINT and SIGTERM any more.
void let_the_next_one_end_it();

}  // namespace sluice::cli
