"""A broker that goes away, comes back, or does not answer for a while."""

import time

from kills import QUICK
from stage import scenario
from streams import Source


@scenario(cluster="outages", alone=True)
def stopped_and_killed(stage):
    """The broker is stopped and started; then killed and started."""
    stage.topics(partitions=3)
    broker = stage.cluster.nodes[0]
    with stage.load(Source(seed=11, partitions=3), pace=5_000):
        worker = stage.worker(*QUICK)
        stage.wait_for_progress()
        for leave in (broker.stop, broker.kill):
            leave()
            time.sleep(1)
            broker.start()
            stage.cluster.wait()
            stage.wait_for_progress()
    worker.terminate()
    stage.to_the_end(*QUICK)
    return f"{stage.check_once():,} keys once"


@scenario(cluster="outages", alone=True)
def paused(stage):
    """As a cut network: no answer for 9 s. One worker's session outlives that, the other's does not; the other's
    transaction runs out, too."""
    stages = [stage, stage.beside("short")]
    settings = [["-X", "session.timeout.ms=45000"],
                ["-X", "session.timeout.ms=6000", "-X", "transaction.timeout.ms=5000", "--transaction", "1500ms"]]
    broker = stage.cluster.nodes[0]
    loads = []
    for seed, each in enumerate(stages, 12):
        each.topics(partitions=3)
        loads.append(each.load(Source(seed=seed, partitions=3), pace=3_000))
    with loads[0], loads[1]:
        workers = [each.worker(*set) for each, set in zip(stages, settings)]
        for each in stages:
            each.wait_for_progress()
        broker.pause()
        time.sleep(9)
        broker.resume()
        for each in stages:
            each.wait_for_progress(10_000)
    for worker in workers:
        worker.terminate()
    told = []
    for each, set in zip(stages, settings):
        each.to_the_end(*set)
        told.append(f"{each.check_once():,} keys once")
    return ", ".join(told)


@scenario(cluster="outages", alone=True)
def sigterm_without_an_answer(stage):
    """Ends in time although the broker does not answer; what it could not commit is done again."""
    stage.topics(partitions=3)
    broker = stage.cluster.nodes[0]
    with stage.load(Source(seed=27, partitions=3), pace=5_000):
        worker = stage.worker(*QUICK)
        stage.wait_for_progress()
        broker.pause()
        time.sleep(1)
        try:
            seconds = worker.terminate(patience=10)
        finally:
            broker.resume()
    stage.to_the_end(*QUICK)
    return f"ended {seconds:.1f} s after SIGTERM; {stage.check_once():,} keys once"
