#!/usr/bin/env python3
"""A run cut at any record and resumed writes, byte for byte, what an uncut run writes: every filter,
random cuts, several formats. Usage: resumed.py BUILD"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

SLUICE = Path(sys.argv[1]) / "sluice"
FILTERS = ["recency", "window", "bloom", "counting", "stable", "reservoir", "biased", "load-biased",
           "buffer", "fp-buffer"]
rng = random.Random(20)


def sluice(options, text):
    done = subprocess.run([SLUICE, "-q", *options], input=text, stdout=subprocess.PIPE, check=True)
    return done.stdout


def records(count, seed):
    """Rows with repeats at all distances, more keys than the small filters hold."""
    dice = random.Random(seed)
    return [b"%d,caller %d\n" % (dice.randrange(10), dice.randrange(count // 2)) for _ in range(count)]


def check(folder, options, rows, header=b""):
    state = folder / "state"
    state.unlink(missing_ok=True)
    expected = sluice(options, header + b"".join(rows))
    cuts = sorted(rng.randrange(len(rows) + 1) for _ in range(rng.randrange(1, 5)))
    said = b""
    for begin, end in zip([0, *cuts], [*cuts, len(rows)]):
        extra = rng.choice([[], ["--compress-state"], ["--checkpoint", "500"]])
        said += sluice([*options, "--state", str(state), *extra], header + b"".join(rows[begin:end]))
    assert said == expected, f"{options} differs when cut at {cuts}"


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    for algorithm in FILTERS:
        for seed in range(3):
            options = ["-a", algorithm, "-m", "4K", "-e", "1%", "--seed", str(seed)]
            check(folder, options, records(3000, seed))
    check(folder, ["-f", "csv", "-k", "2", "-m", "4K", "-e", "1%"], records(3000, 9))
    check(folder, ["-f", "csv", "-k", "who", "-m", "4K", "-e", "1%", "--mark"], records(3000, 10),
          header=b"day,who\n")
    check(folder, ["--repeats", "-j", "3", "-m", "4K", "-e", "1%"], records(3000, 11))
print("a run that is cut and resumed writes what an uncut one does")
