"""What a worker knows after it comes back: from its snapshot, from the output, from both."""

import shutil

from kills import QUICK
from stage import scenario
from streams import Source


def recovered(worker):
    """By partition: where from, and how many records of the output were read."""
    return {each["partition"]: (each["from"], each["records"]) for each in worker.events("recovered")}


def sizes(topic):
    return {partition: len(messages) for partition, messages in enumerate(topic)}


@scenario()
def without_its_state(stage):
    """The output alone tells it all."""
    stage.topics()
    source = Source(seed=16)
    stage.fill(source.take(100_000))
    found = recovered(stage.to_the_end())
    assert found == {partition: ("nothing", 0) for partition in range(6)}, found
    before = sizes(stage.read())
    shutil.rmtree(stage.folder / "state")
    stage.fill(source.take(100_000))
    found = recovered(stage.to_the_end())
    assert found == {partition: ("output", count) for partition, count in before.items()}, f"{found} of {before}"
    return f"{sum(before.values()):,} records read back; {stage.check_once():,} keys once"


@scenario()
def with_a_snapshot(stage):
    """Only what came after the snapshot is read; a newer one than the group's offsets is of no harm."""
    stage.topics()
    source, state, kept = Source(seed=17), stage.folder / "state", stage.folder / "kept"
    stage.fill(source.take(60_000))
    stage.to_the_end()
    shutil.copytree(state, kept)
    old = sizes(stage.read())
    stage.fill(source.take(60_000))
    found = recovered(stage.to_the_end())
    assert found == {partition: ("snapshot", 0) for partition in range(6)}, found
    new = sizes(stage.read())
    shutil.rmtree(state)
    kept.rename(state)
    stage.fill(source.take(60_000))
    found = recovered(stage.to_the_end())
    tails = {partition: ("snapshot", new[partition] - old[partition]) for partition in range(6)}
    assert found == tails, f"{found} instead of {tails}"
    return f"{sum(new.values()) - sum(old.values()):,} records of {sum(new.values()):,} read back; " \
           f"{stage.check_once():,} keys once"


@scenario()
def damaged_snapshot(stage):
    """One that is cut short is said and not used; the output still tells it all."""
    stage.topics(partitions=2)
    source = Source(seed=18, partitions=2)
    stage.fill(source.take(20_000))
    stage.to_the_end()
    cut = [file for file in (stage.folder / "state").rglob("*") if file.is_file() and file.stat().st_size > 1000]
    assert cut, "no snapshot in the state folder"
    for file in cut:
        file.write_bytes(file.read_bytes()[:-100])
    stage.fill(source.take(20_000))
    worker = stage.to_the_end()
    assert {where for where, _ in recovered(worker).values()} == {"output"}, recovered(worker)
    assert any(event["level"] == "warning" for event in worker.events()), "it did not warn"
    return f"{stage.check_once():,} keys once"


@scenario()
def other_options(stage):
    """A snapshot of a filter with another size is said and not used; the output still tells it all."""
    stage.topics(partitions=2)
    source = Source(seed=29, partitions=2)
    stage.fill(source.take(20_000))
    stage.to_the_end("-m", "16M", "-e", "1e-9")
    stage.fill(source.take(20_000))
    worker = stage.to_the_end("-m", "32M", "-e", "1e-9")
    assert {where for where, _ in recovered(worker).values()} == {"output"}, recovered(worker)
    assert any(event["level"] == "warning" for event in worker.events()), "it did not warn"
    return f"{stage.check_once():,} keys once"


@scenario()
def one_folder_for_two_jobs(stage):
    """Other topics, another group, the same folder: neither takes the other's snapshots."""
    jobs = [stage, stage.beside("other")]
    for _ in range(2):
        for seed, job in enumerate(jobs, 30):
            if job.partitions != 2:
                job.topics(partitions=2)
                job.source = Source(seed=seed, partitions=2)
            job.fill(job.source.take(10_000))
            worker = job.to_the_end(state=stage.folder / "state")
    assert {where for where, _ in recovered(worker).values()} == {"snapshot"}, recovered(worker)
    return " and ".join(f"{job.check_once():,}" for job in jobs) + " keys once"


@scenario()
def sigterm_under_load(stage):
    """Ends within 10 s, with all it did committed and saved."""
    stage.topics()
    with stage.load(Source(seed=19), pace=50_000):
        worker = stage.worker(*QUICK)
        stage.wait_for_progress(50_000)
        seconds = worker.terminate(patience=10)
        assert {event["partition"] for event in worker.events("saved")} == set(range(6)), "not every partition is saved"
        assert worker.events("ended"), "it did not say that it ended"
    again = stage.to_the_end(*QUICK)
    found = recovered(again)
    assert found == {partition: ("snapshot", 0) for partition in range(6)}, found
    return f"ended {seconds:.1f} s after SIGTERM; {stage.check_once():,} keys once"
