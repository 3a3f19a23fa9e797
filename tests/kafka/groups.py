"""Workers that come and go under load: partitions and what is known of them move, each key still comes once."""

import random
import signal
import time

from kills import QUICK
from stage import scenario, until
from streams import Source


def holds(worker):
    """The partitions it has now, by its log."""
    held = set()
    for line in worker.events():
        if line["event"] == "assigned":
            held |= set(line["partitions"])
        elif line["event"] == "revoked":
            held -= set(line["partitions"])
    return held


def share(workers):
    """Waits until all partitions are shared among them, each having some."""
    def fair():
        for worker in workers:
            assert worker.runs(), "it ended by itself"
        parts = [holds(worker) for worker in workers]
        return all(parts) and sum(map(len, parts)) == len(set().union(*parts)) == 6
    until(fair, 60, f"{len(workers)} workers share the partitions", pause=0.1)


@scenario()
def joining_and_leaving(stage):
    """One, two, three workers; one leaves, one is killed, one comes back to where it was."""
    stage.topics()
    with stage.load(Source(seed=8), pace=15_000):
        first = stage.worker(*QUICK, state="first")
        share([first])
        second = stage.worker(*QUICK, state="second")
        share([first, second])
        third = stage.worker(*QUICK, state="third")
        share([first, second, third])
        stage.wait_for_progress()
        second.terminate()
        share([first, third])
        stage.wait_for_progress()
        third.kill()
        share([first])
        stage.wait_for_progress()
        second = stage.worker(*QUICK, state="second")
        share([first, second])
        stage.wait_for_progress()
    first.terminate()
    second.terminate()
    stage.to_the_end(*QUICK, state="first")
    given = stage.read(stage.given)
    return f"{sum(map(len, given)):,} messages, {stage.check_once(given):,} keys once"


@scenario()
def one_folder_for_two(stage):
    """Two workers on one machine with one state folder: each has its own place in it."""
    stage.topics()
    with stage.load(Source(seed=9), pace=10_000):
        both = [stage.worker(*QUICK), stage.worker(*QUICK)]
        share(both)
        stage.wait_for_progress()
        both[0].kill()
        both[0] = stage.worker(*QUICK)
        share(both)
        stage.wait_for_progress()
    for worker in both:
        worker.terminate()
    stage.to_the_end(*QUICK)
    return f"{stage.check_once():,} keys once"


@scenario()
def coming_and_going(stage):
    """Three places; in each round somebody comes to one, or leaves it, or is killed there, in the middle of whatever
    the others are about."""
    stage.topics()
    rng = random.Random(11)
    places, moves = [None] * 3, []
    with stage.load(Source(seed=32), pace=8_000):
        for _ in range(stage.rounds or 6):
            number = rng.randrange(3)
            if places[number] is None:
                places[number] = stage.worker(*QUICK, state=f"place-{number}")
            else:
                rng.choice([places[number].terminate, places[number].kill])()
                places[number] = None
            time.sleep(rng.random() * 2)
            moves.append(number)
    for worker in filter(None, places):
        worker.terminate()
    stage.to_the_end(*QUICK, state="place-0")
    return f"{len(moves)} moves, {stage.check_once():,} keys once"


@scenario()
def static_members(stage):
    """One of two goes and comes back within its session: the other keeps what it has, nothing moves."""
    stage.topics()
    patient = [*QUICK, "-X", "session.timeout.ms=20000"]
    with stage.load(Source(seed=10), pace=10_000):
        first = stage.worker(*patient, "-X", "group.instance.id=first", state="first")
        second = stage.worker(*patient, "-X", "group.instance.id=second", state="second")
        share([first, second])
        had, moves = holds(second), len(first.events("assigned")) + len(first.events("revoked"))
        for leave in (second.terminate, None):
            leave() if leave else second.kill()
            second = stage.worker(*patient, "-X", "group.instance.id=second", state="second")
            share([first, second])
            assert holds(second) == had, f"it had {had} and got {holds(second)}"
            stage.wait_for_progress()
        assert len(first.events("assigned")) + len(first.events("revoked")) == moves, "partitions of the other moved"
    first.terminate()
    second.terminate()
    # Their places are kept for them, so both have to come to the end.
    last = [stage.worker("--until-end", *patient, "-X", f"group.instance.id={name}", state=name)
            for name in ("first", "second")]
    for worker in last:
        assert worker.ended() == 0, "it failed"
    return f"{stage.check_once():,} keys once; the other kept its partitions"


@scenario()
def left_behind(stage):
    """A worker stands still for longer than its session, in the middle of catching up: another does its work
    meanwhile, and what it had begun is never seen. Its transaction would still be good, so only the group stops it."""
    stage.topics()
    source = Source(seed=33)
    stage.fill(source.take(300_000))
    settings = ["-X", "session.timeout.ms=6000", "-X", "heartbeat.interval.ms=500", "--transaction", "20000"]
    still = stage.worker(*settings, state="still")
    stage.wait_for_progress()
    still.process.send_signal(signal.SIGSTOP)
    other = stage.worker(*settings, state="other")
    other.wait_for("recovered", count=6)
    stage.fill(source.take(50_000))
    time.sleep(1)
    still.process.send_signal(signal.SIGCONT)
    still.wait_for("assigned", count=2)
    share([still, other])
    still.terminate()
    other.terminate()
    stage.to_the_end(*settings, state="other")
    return f"{stage.check_once():,} keys once"
