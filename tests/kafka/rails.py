"""What cannot work is said in a sentence, with the exit status that goes with it."""

import signal
import socket

from confluent_kafka.admin import NewPartitions

import streams
from cluster import free_ports
from stage import scenario, until
from streams import Source, in_turn, offsets

PLAIN = ["--log-format", "lines"]


def refused(stage, *options, says, status=1, **changed):
    """Ends with that status and one line on stderr that holds each of these words."""
    worker = stage.run("--until-end", *PLAIN, *options, status=status, **changed)
    lines = [line for line in worker.said().splitlines() if line.strip()]
    sentence = lines[-1] if lines else ""
    for word in says:
        assert word in sentence, f"'{word}' is not in: {sentence}"
    return sentence


@scenario()
def out_is_missing(stage):
    stage.cluster.topic(stage.given)
    sentence = refused(stage, says=[stage.out, "--create"])
    stage.fill(Source(seed=20).take(1000))
    stage.to_the_end("--create")
    return f"«{sentence}»; made by --create, {stage.check_once()} keys once"


@scenario()
def in_is_missing(stage):
    stage.cluster.topic(stage.out)
    return refused(stage, says=[stage.given])


@scenario()
def other_number_of_partitions(stage):
    stage.cluster.topic(stage.given, 6)
    stage.cluster.topic(stage.out, 4)
    return refused(stage, says=["6", "4", "partitions"])


@scenario()
def no_broker(stage):
    """Nobody at that port; somebody who takes the connection and says nothing."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        addresses = [f"127.0.0.1:{port}" for port in (*free_ports(1), silent.getsockname()[1])]
        workers = [stage.worker(*PLAIN, brokers=address, state=None) for address in addresses]
        for address, worker in zip(addresses, workers):
            assert worker.ended() == 1, "it did not fail"
            assert address in worker.said(), "it does not say where"
    return worker.said().strip()


@scenario()
def unknown_setting(stage):
    stage.topics()
    return refused(stage, "-X", "no.such.setting=1", status=2, says=["no.such.setting"])


@scenario()
def impossible_value(stage):
    stage.topics()
    return refused(stage, "-X", "session.timeout.ms=often", status=2, says=["session.timeout.ms", "often"])


def permit(stage, what, name, *rules):
    stage.cluster.tool("kafka.admin.AclCommand", "--bootstrap-server", stage.address, "--add", f"--{what}", name, *rules)


ANONYMOUS = ["--allow-principal", "User:ANONYMOUS"]


@scenario()
def may_not_write(stage):
    stage.topics()
    stage.fill(Source(seed=21).take(1000))
    permit(stage, "topic", stage.out, *ANONYMOUS, "--operation", "Describe", "--operation", "Read")
    return refused(stage, says=[stage.out, "write"])


@scenario()
def may_not_read(stage):
    stage.topics()
    stage.fill(Source(seed=22).take(1000))
    permit(stage, "topic", stage.given, *ANONYMOUS, "--operation", "Describe")
    return refused(stage, says=[stage.given, "read"])


@scenario()
def may_not_join(stage):
    stage.topics()
    permit(stage, "group", stage.group, *ANONYMOUS, "--operation", "Describe")
    return refused(stage, says=["permission", "group"])


@scenario()
def message_too_large(stage):
    """OUT takes less than IN holds; nothing of it is skipped."""
    stage.topics(partitions=1, max_message_bytes=2000)
    begin = Source().begin
    stage.fill((0, (b"%d" % number, b"x" * (5000 if number == 7 else 10), begin, None)) for number in range(10))
    sentence = refused(stage, says=[stage.out, "large", "offset 7"])
    assert len(stage.read()[0]) <= 7, "it went on behind the message"
    return sentence


@scenario()
def many_that_fit(stage):
    """OUT takes each message, but not many at once."""
    stage.topics(partitions=1, max_message_bytes=2000)
    given = stage.fill(Source(seed=26, partitions=1).take(5000))
    stage.to_the_end()
    return f"{stage.check_once(given):,} keys once"


@scenario()
def wrongly_keyed(stage):
    """Copies of a key in different partitions."""
    stage.topics()
    stage.fill(Source(seed=24, partitioning=in_turn).take(100_000))
    found = stage.to_the_end().events("cross-partition")
    assert found and found[-1]["level"] == "warning", "nothing was said"
    sentence = found[-1]["message"]
    right = stage.beside("right")
    right.topics()
    right.fill(Source(seed=24).take(100_000))
    assert not right.to_the_end().events("cross-partition"), "a well keyed topic is said to be wrong"
    return sentence


def with_its_tail_cut(stage):
    """An OUT whose beginning retention has cut, and more in IN to come."""
    stage.topics(partitions=1, segment_bytes=100_000, retention_bytes=200_000)
    source = Source(seed=25, partitions=1)
    stage.fill(source.take(30_000))
    stage.to_the_end("-X", "batch.num.messages=500")  # a batch has to fit into a segment
    until(lambda: offsets(stage.address, stage.out, [0])[0][0] > 0, 60, "retention cuts OUT", pause=0.2)
    stage.fill(source.take(1000))


@scenario()
def retention_cut_the_tail(stage):
    with_its_tail_cut(stage)
    refused(stage, "--on-gap", "fail", says=["partition 0", "retention"], state=None)
    worker = stage.to_the_end(state=None)
    found = worker.events("gap")
    assert [event["partition"] for event in found] == [0], found
    return found[0]["message"]


@scenario()
def input_cut_under_way(stage):
    """Retention overtakes a worker that stands still: what it can never read is a gap, not silence."""
    stage.cluster.topic(stage.given, 1, segment_bytes=100_000, retention_bytes=200_000)
    stage.cluster.topic(stage.out, 1)
    stage.partitions = 1
    source = Source(seed=26, partitions=1)
    small = {"batch_num_messages": 500}
    streams.write(stage.address, stage.given, source.take(100), **small)
    worker = stage.worker("-X", "session.timeout.ms=120000")
    stage.wait_for_progress()
    worker.process.send_signal(signal.SIGSTOP)
    streams.write(stage.address, stage.given, source.take(30_000), **small)
    until(lambda: offsets(stage.address, stage.given, [0])[0][0] > 200, 60, "retention cuts IN", pause=0.2)
    worker.process.send_signal(signal.SIGCONT)
    found = worker.wait_for("gap")
    stage.wait_for_progress()
    worker.terminate()
    return found[0]["message"]


@scenario()
def more_partitions(stage):
    """IN gets partitions that OUT does not have."""
    stage.topics(partitions=2)
    worker = stage.worker("-X", "topic.metadata.refresh.interval.ms=500", "--log-format", "lines")
    until(lambda: "has partitions 0, 1" in worker.said(), 60, "it has its partitions")
    admin = stage.cluster.admin()
    admin.create_partitions([NewPartitions(stage.given, 4)])[stage.given].result(30)
    assert worker.ended() == 1
    sentence = worker.said().splitlines()[-1]
    assert stage.out in sentence and "partition" in sentence, sentence
    return sentence


@scenario()
def asked_how_it_stands(stage):
    """SIGUSR1; and a plain copy for comparison."""
    stage.topics(partitions=2)
    given = stage.fill(Source(seed=27, partitions=2).take(2000))
    worker = stage.worker("--copy", "--log-format", "lines", "--report", "1h")
    stage.wait_for_progress()
    worker.process.send_signal(signal.SIGUSR1)
    until(lambda: "partition 1: " in worker.said(), 30, "it tells of each partition")
    worker.terminate()
    assert stage.read() == given, "a copy is not the same"
    return "told of each partition; the copy is the same"
