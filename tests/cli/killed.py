#!/usr/bin/env python3
"""Rounds of kill -9 at random moments of a run with checkpoints, its output appended to a file. In the
end every distinct key is in the output; the state was whole after every kill; and what is there twice was
written after the state that the next round went on from. Usage: killed.py BUILD [ROUNDS]"""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

SLUICE = Path(sys.argv[1]) / "sluice"
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
SPAN = 2000
rng = random.Random(7)


def call():
    return b"call %d of somebody to somebody else\n" % rng.randrange(150_000)


def standing(state):
    """Records and bytes of output that the state covers; it must be whole."""
    if not state.exists():
        return 0, 0
    subprocess.run([SLUICE, "state", "verify", state], check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run([SLUICE, "state", "show", "--json", state], check=True, stdout=subprocess.PIPE)
    run = json.loads(shown.stdout)["parts"]["run"]
    return run["records"], run["output bytes"]


def whole(output):
    """Where its last whole record ends: the next run goes on there."""
    return output.read_bytes().rfind(b"\n") + 1 if output.exists() else 0


def version(state):
    """Another one after every save, even where the system gives a freed inode to the next file."""
    if not state.exists():
        return None
    status = state.stat()
    return status.st_ino, status.st_mtime_ns


def wait_for_a_save(state, before):
    """However slow the machine is; but not for ever."""
    end = time.monotonic() + 60
    while version(state) == before:
        assert time.monotonic() < end, "no checkpoint within a minute"
        time.sleep(0.001)


def start(state, out):
    return subprocess.Popen([SLUICE, "-q", "-m", "4M", "-e", "1e-9", "--state", state,
                             "--checkpoint", str(SPAN)], stdin=subprocess.PIPE, stdout=out)


def feed(process, rows, pause):
    """In pieces, so that the kill meets it at all stages."""
    try:
        for begin in range(0, len(rows), 1000):
            process.stdin.write(b"".join(rows[begin:begin + 1000]))
            process.stdin.flush()
            time.sleep(pause)
    except BrokenPipeError:
        pass


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    state, output = folder / "state", folder / "output"
    rows = []
    may_repeat = Counter()
    kept = 0
    for round in range(ROUNDS):
        seen, _ = standing(state)
        before = whole(output)
        with open(output, "ab") as out:
            process = start(state, out)
        goal = seen + rng.randrange(3 * SPAN, 6 * SPAN)
        rows += [call() for _ in range(len(rows), goal)]
        piece = rows[seen:goal]
        state_before = version(state)
        feed(process, piece, rng.choice([0, 0.001, 0.004]))
        if round % 2 == 0:
            wait_for_a_save(state, state_before)
        time.sleep(rng.choice([0, 0, 0.002, 0.02]))
        process.kill()
        process.wait()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        covered, length = standing(state)
        kept += covered > seen
        with open(output, "rb") as written:
            written.seek(max(length, before))
            tail = written.read().split(b"\n")[:-1]
        assert len(tail) <= seen + len(piece) - covered, "more was written than was read"
        may_repeat.update(tail)

    seen, _ = standing(state)
    with open(output, "ab") as out:
        process = start(state, out)
    process.communicate(b"".join(rows[seen:]))
    assert process.returncode == 0
    assert standing(state)[0] == len(rows)

    written = Counter(output.read_bytes().split(b"\n")[:-1])
    missing = {row[:-1] for row in rows} - written.keys()
    assert not missing, f"{len(missing)} keys are lost, as {missing.pop()}"
    strangers = written.keys() - {row[:-1] for row in rows}
    assert not strangers, f"{len(strangers)} records are none of ours, as {strangers.pop()}"
    for key, count in written.items():
        assert count <= 1 + may_repeat[key], f"{key} came {count} times"
    assert kept >= ROUNDS // 4, f"only {kept} of {ROUNDS} rounds were killed after a checkpoint"
    print(f"{ROUNDS} kills, {kept} of them after a checkpoint: nothing lost, "
          f"{sum(written.values()) - len(written)} more copies of {len(written)} keys, all written since the last state")
