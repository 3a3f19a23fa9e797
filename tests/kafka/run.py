#!/usr/bin/python3
"""The scenarios of `sluice kafka` against a real broker. Debian's own Python, for Debian's confluent_kafka.
Usage: run.py BUILD [SCENARIO or its beginning]... [--rounds N] [--all] [--list]"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUBJECTS = ["once", "keys", "windows", "recovery", "rails", "logins", "pressure", "kills", "groups", "outages", "crippled", "nodes"]
SKIPPED = 77
SIDE_BY_SIDE = 4


def missing(build):
    """Why nothing can be tested here, or nothing."""
    if not shutil.which("java"):
        return "Java is not installed"
    if not importlib.util.find_spec("confluent_kafka"):
        return "python3-confluent-kafka is not installed"
    if subprocess.run([HERE / "fetch", build]).returncode != 0:
        return "Kafka's jars are not there"
    return None


def wanted(options, scenarios):
    """The scenarios of each cluster."""
    chosen = {}
    for name, function in scenarios.items():
        if not options.scenarios or any(name.startswith(each) for each in options.scenarios):
            chosen.setdefault(function.cluster, {})[name] = function
    return chosen


def play(options, cluster, name, function):
    from stage import Stage
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sluice-kafka-") as folder:
        stage = Stage(options.build, cluster, name, Path(folder), options.rounds)
        try:
            seen = function(stage)
        except Exception as failure:
            where = "" if isinstance(failure, AssertionError) else traceback.format_exc()
            print(f"{name}: FAILED after {time.monotonic() - begin:.1f} s: {failure}\n{where}{stage.tail()}", flush=True)
            return False
        finally:
            stage.end()
    print(f"{name}: {seen} ({time.monotonic() - begin:.1f} s)", flush=True)
    return True


def play_all(options, scenarios, failed):
    """Those of one cluster, the ones that want to be alone after the others. After a failure no more is begun, unless
    all are asked for."""
    from cluster import Cluster

    def turn(name):
        if options.all or not failed:
            if not play(options, cluster, name, scenarios[name]):
                failed.append(name)

    cluster = Cluster(options.build, **next(iter(scenarios.values())).needs)
    cluster.guard()
    with cluster:
        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            list(pool.map(turn, [name for name in scenarios if not scenarios[name].alone]))
        for name in scenarios:
            if scenarios[name].alone:
                turn(name)
        if not scenarios.keys().isdisjoint(failed):
            cluster.tell()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--all", action="store_true", help="go on after a failure")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()

    why = missing(options.build)
    if why:
        print(f"skipped: {why}; see tools/setup services")
        return 1 if os.environ.get("SLUICE_REQUIRE_SERVICES") == "1" else SKIPPED

    for subject in SUBJECTS:
        importlib.import_module(subject)
    from stage import SCENARIOS
    chosen = wanted(options, SCENARIOS)
    if options.list or not chosen:
        print("\n".join(SCENARIOS))
        return 0 if options.list else 2
    failed = []
    with ThreadPoolExecutor(len(chosen)) as pool:  # clusters wait even more
        list(pool.map(lambda scenarios: play_all(options, scenarios, failed), chosen.values()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
