"""What every scenario stands on: a running cluster, fresh topics and a fresh group, workers that are ended with it.
A scenario is a function that takes a stage and says what was seen; what should not be is an AssertionError."""

import json
import signal
import subprocess
import time
from pathlib import Path

import streams
from cluster import die_with_parent


SCENARIOS = {}


def scenario(cluster="usual", nodes=1, alone=False, **properties):
    """Names a function of a stage as one. Those of one cluster are played side by side, for most of their time they
    wait; unless one has to be alone on it."""
    def declare(function):
        function.cluster, function.alone = cluster, alone
        function.needs = {"nodes": nodes, "extra": properties}
        SCENARIOS[f"{function.__module__}.{function.__name__}"] = function
        return function
    return declare


def until(true, patience, what, pause=0.02):
    """Waits for it, however slow the machine is; but not for ever."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, f"not within {patience} s: {what}"
        time.sleep(pause)


class Worker:
    """A running `sluice kafka`; its log goes to a file, as JSON unless the options say otherwise."""

    def __init__(self, words, log):
        self.log, self.may_end = log, False
        with open(log, "ab") as errors:
            self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=die_with_parent)

    def said(self):
        return self.log.read_text(errors="replace")

    def events(self, name=None):
        """What it logged so far, or what of it has that name."""
        found = []
        for line in self.said().splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue  # half a line yet, or a sentence
            if name in (None, event.get("event")):
                found.append(event)
        return found

    def wait_for(self, name, count=1, patience=60):
        def there():
            assert self.runs() or len(self.events(name)) >= count, f"it ended before '{name}'"
            return len(self.events(name)) >= count
        until(there, patience, f"'{name}' in its log")
        return self.events(name)

    def runs(self):
        return self.process.poll() is None

    def ended(self, patience=120):
        """Its exit status, once it ended by itself."""
        self.may_end = True
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it did not end within {patience} s") from None

    def kill(self):
        self.may_end = True
        self.process.kill()
        self.process.wait()

    def terminate(self, patience=10):
        """SIGTERM; it has that long to commit, save and leave. Gives the seconds it took."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.ended(patience)
        assert status == -signal.SIGTERM, f"it ended with {status} after SIGTERM"
        return time.monotonic() - begin


class Stage:
    def __init__(self, build, cluster, name, folder, rounds=None):
        self.sluice = Path(build).resolve() / "sluice"
        self.cluster, self.folder, self.rounds = cluster, folder, rounds
        self.group, self.given, self.out, self.partitions = name, f"{name}-in", f"{name}-out", 6
        self.workers = []

    def beside(self, name):
        """Another one with topics and a group of its own, which ends with this one."""
        folder = self.folder / name
        folder.mkdir()
        other = Stage(self.sluice.parent, self.cluster, f"{self.group}-{name}", folder, self.rounds)
        other.workers = self.workers
        return other

    @property
    def address(self):
        return self.cluster.address

    def topics(self, partitions=6, **config):
        """IN and OUT, empty."""
        self.partitions = partitions
        self.cluster.topic(self.given, partitions)
        self.cluster.topic(self.out, partitions, **config)

    def fill(self, pairs):
        """Writes them to IN; gives IN as `read` would."""
        pairs = list(pairs)
        streams.write(self.address, self.given, pairs)
        return streams.in_partitions(pairs, self.partitions)

    def load(self, source, pace=20_000):
        return streams.Load(self.address, self.given, source, pace)

    def worker(self, *options, state="state", **changed):
        """Starts one; `state=None` is without a state folder, `changed` replaces brokers, source, target or group."""
        words = [self.sluice, "kafka", "--brokers", changed.get("brokers", self.address),
                 "--from", changed.get("given", self.given), "--to", changed.get("out", self.out),
                 "--group", changed.get("group", self.group)]
        if "-m" not in options:
            words += ["-m", "96M", "-e", "1e-9"]  # so tight that no fresh record is dropped by chance
        if state:
            words += ["--state", self.folder / state]
        if "--log-format" not in options:
            words += ["--log-format", "json"]
        made = Worker([*words, *options], self.folder / f"worker-{len(self.workers)}.log")
        self.workers.append(made)
        return made

    def run(self, *options, status=0, **changed):
        """One that is to end by itself with that status."""
        worker = self.worker(*options, **changed)
        found = worker.ended()
        assert found == status, f"it ended with {found} instead of {status}"
        return worker

    def to_the_end(self, *options, **changed):
        return self.run("--until-end", *options, **changed)

    def read(self, topic=None, committed=True):
        return streams.read(self.address, topic or self.out, committed)

    def check_once(self, given=None):
        """OUT holds each key of IN once; gives how many."""
        return streams.check_once(given or self.read(self.given), self.read())

    def wait_for_progress(self, records=1, patience=90):
        """Until the group has committed that many more."""
        group = streams.Progress(self.address, self.group, self.given, self.partitions)
        goal = group.records() + records

        def there():
            for worker in self.workers:
                assert worker.may_end or worker.runs(), f"{worker.log.name}: it ended by itself"
            return group.records() >= goal
        until(there, patience, f"{records} more records committed", pause=0.1)

    def end(self):
        for worker in self.workers:
            if worker.runs():
                worker.kill()

    def tail(self, lines=15):
        """The end of each worker's log."""
        return "\n".join(line[:400] for worker in self.workers
                         for line in [f"--- the end of {worker.log.name}", *worker.said().splitlines()[-lines:]])
