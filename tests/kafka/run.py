#!/usr/bin/python3
"""The scenarios of `sluice kafka` against a real broker. Debian's own Python, for Debian's confluent_kafka.
Usage: run.py BUILD [SCENARIO or its beginning]... [--nodes N] [--rounds N] [--all] [--list]"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUBJECTS = ["once", "keys", "recovery", "rails", "pressure", "kills", "groups", "outages"]
SKIPPED = 77


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
    """In the order of the files, those that share a cluster together."""
    chosen = [name for name in scenarios
              if (not options.scenarios or any(name.startswith(each) for each in options.scenarios))
              and options.nodes in (None, scenarios[name].nodes)]
    return sorted(chosen, key=lambda name: needs(scenarios[name]))


def needs(function):
    return function.nodes, sorted(function.properties.items())


def play(options, cluster, name, function):
    from stage import Stage
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sluice-kafka-") as folder:
        stage = Stage(options.build, cluster, name, Path(folder), options.rounds)
        try:
            seen = function(stage)
        except Exception as failure:
            print(f"{name}: FAILED after {time.monotonic() - begin:.1f} s: {failure}", flush=True)
            if not isinstance(failure, AssertionError):
                traceback.print_exc(file=sys.stdout)
            stage.tell()
            return False
        finally:
            stage.end()
    print(f"{name}: {seen} ({time.monotonic() - begin:.1f} s)", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--nodes", type=int)
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
    from cluster import Cluster
    from stage import SCENARIOS
    chosen = wanted(options, SCENARIOS)
    if options.list or not chosen:
        print("\n".join(SCENARIOS))
        return 0 if options.list else 2
    failures = 0
    for (nodes, properties), names in groupby(chosen, key=lambda name: needs(SCENARIOS[name])):
        with Cluster(options.build, nodes, dict(properties)) as cluster:
            for name in names:
                failures += not play(options, cluster, name, SCENARIOS[name])
                if failures and not options.all:
                    cluster.tell()
                    return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
