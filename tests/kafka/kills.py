"""kill -9 at random moments: nothing lost, nothing twice."""

import random
import shutil
import time

from stage import scenario
from streams import Source

# A worker that died without its state folder leaves a transaction that only its timeout ends.
QUICK = ["-X", "session.timeout.ms=3000", "-X", "heartbeat.interval.ms=500", "-X", "transaction.timeout.ms=4000",
         "--transaction", "200ms", "--checkpoint", "500ms"]
STATES = ["kept", "removed", "none"]


def moment(stage, worker, rng):
    """At its start, while it learns what was, or in the middle of its work."""
    if rng.random() < 0.3:
        time.sleep(rng.random())
    else:
        stage.wait_for_progress()
        time.sleep(rng.random() * 1.5)
    assert worker.runs(), "it ended by itself"


@scenario()
def worker(stage):
    """By turns with its state folder kept, removed, and none at all; some are static members of the group."""
    stage.topics()
    rng = random.Random(5)
    rounds = stage.rounds or 3
    with stage.load(Source(seed=4), pace=10_000):
        for number in range(rounds):
            kind = STATES[number % len(STATES)]
            static = ["-X", "group.instance.id=one"] if rng.random() < 0.5 else []
            process = stage.worker(*QUICK, *static, state=None if kind == "none" else "state")
            moment(stage, process, rng)
            process.kill()
            if kind == "removed":
                shutil.rmtree(stage.folder / "state", ignore_errors=True)
    stage.to_the_end(*QUICK)
    given = stage.read(stage.given)
    keys = stage.check_once(given)
    return f"{rounds} kills, {sum(map(len, given)):,} messages, {keys:,} keys once"


@scenario()
def while_it_learns(stage):
    """Killed again and again while it rebuilds its filter from the output."""
    stage.topics(partitions=2)
    source = Source(seed=6, partitions=2)
    stage.fill(source.take(200_000))
    stage.to_the_end(*QUICK)
    shutil.rmtree(stage.folder / "state")
    stage.fill(source.take(50_000))
    rng = random.Random(7)
    for _ in range(stage.rounds or 3):
        process = stage.worker(*QUICK, "-X", "group.instance.id=one")
        process.wait_for("assigned")
        time.sleep(rng.random() * 0.2)
        process.kill()
    stage.to_the_end(*QUICK, "-X", "group.instance.id=one")
    return f"{stage.check_once():,} keys once"
