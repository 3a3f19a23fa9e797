"""Messages with known repeats, written to a topic and read back; and the check that a topic holds each key of
another exactly once. A message is a tuple (key, value, timestamp, headers); a topic a list of lists of them."""

import random
import threading
import time
import zlib

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Producer, TopicPartition


def by_key(key, number, partitions):
    """As librdkafka's `consistent`: all copies of a key in one partition."""
    return zlib.crc32(key) % partitions


def in_turn(key, number, partitions):
    """The wrong way: copies of a key in different partitions."""
    return number % partitions


class Source:
    """An endless stream: `repeats` is the share of messages whose key came before. Every message has a value of
    its own, so that it shows which of the copies came through."""

    def __init__(self, seed=1, partitions=6, repeats=0.4, partitioning=by_key, headers=False):
        self.rng = random.Random(seed)
        self.partitions, self.repeats, self.partitioning, self.headers = partitions, repeats, partitioning, headers
        self.number = self.keys = 0
        self.begin = int(time.time() * 1000) - 3_600_000  # not so long ago that retention would cut it

    def take(self, count):
        """Pairs of a partition and a message."""
        draw = self.rng.random
        for number in range(self.number, self.number + count):
            if self.keys and draw() < self.repeats:
                name = int(draw() * self.keys)
            else:
                name = self.keys
                self.keys += 1
            key = b"call-%d" % name
            headers = [("trace", b"%d" % number), ("kind", b"call" if number % 2 else b"")] if self.headers else None
            message = (key, b"%d of call-%d" % (number, name), self.begin + number, headers)
            yield self.partitioning(key, number, self.partitions), message
        self.number += count


class Writer:
    """An idempotent producer: what it wrote is there once, in order, also when the broker went away meanwhile."""

    def __init__(self, address, topic, **config):
        self.topic, self.failures = topic, []
        settings = {"bootstrap.servers": address, "enable.idempotence": True, "linger.ms": 20, "log_level": 2,
                    "batch.num.messages": 10000, "queue.buffering.max.messages": 500_000,
                    "message.timeout.ms": 120_000, "delivery.report.only.error": True, "on_delivery": self._failed}
        settings.update({name.replace("_", "."): value for name, value in config.items()})
        self.producer = Producer(settings)

    def write(self, pairs):
        produce, topic = self.producer.produce, self.topic
        for partition, (key, value, timestamp, headers) in pairs:
            more = {"headers": headers} if headers else {}
            while True:
                try:
                    produce(topic, value, key, partition, timestamp=timestamp or 0, **more)
                    break
                except BufferError:
                    self.producer.poll(0.1)
        self.producer.poll(0)

    def end(self):
        left = self.producer.flush(150)
        assert left == 0 and not self.failures, f"{left} messages are not out; {self.failures[:1]}"

    def _failed(self, error, message):
        if error:
            self.failures.append(str(error))


def write(address, topic, pairs, **config):
    writer = Writer(address, topic, **config)
    writer.write(pairs)
    writer.end()


class Load:
    """Writes from a source at a pace, in the background, until the `with` ends."""

    def __init__(self, address, topic, source, pace=20_000):
        self.writer, self.source, self.pace = Writer(address, topic), source, pace
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.failure = None

    def _run(self):
        try:
            while not self.ended.wait(0.05):
                self.writer.write(self.source.take(self.pace // 20))
            self.writer.end()
        except BaseException as failure:
            self.failure = failure

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, kind, failure, trace):
        self.ended.set()
        if kind is None:
            self.thread.join()
            if self.failure:
                raise self.failure


def read(address, topic, committed=True, patience=90):
    """All of a topic to the end it has now; waits while an open transaction holds its end back."""
    settings = {"bootstrap.servers": address, "group.id": "reader", "enable.auto.commit": False, "log_level": 2,
                "enable.partition.eof": True, "queued.max.messages.kbytes": 65536,
                "isolation.level": "read_committed" if committed else "read_uncommitted"}
    consumer = Consumer(settings)
    partitions = sorted(consumer.list_topics(topic, timeout=30).topics[topic].partitions)
    ends = [end for _, end in offsets(address, topic, partitions)]
    messages = [[] for _ in partitions]
    waiting = {partition for partition in partitions if ends[partition] > 0}
    consumer.assign([TopicPartition(topic, partition, OFFSET_BEGINNING) for partition in waiting])
    end = time.monotonic() + patience
    while waiting:
        assert time.monotonic() < end, f"{topic}, partitions {waiting}: an open transaction holds back its end"
        for message in consumer.consume(10000, 0.5):
            partition = message.partition()
            if message.error() is None:
                messages[partition].append((message.key(), message.value(), message.timestamp()[1], message.headers()))
            elif message.error().code() != KafkaError._PARTITION_EOF:
                continue  # it tries again by itself
            if message.offset() >= ends[partition] - (message.error() is None):
                waiting.discard(partition)
    consumer.close()
    return messages


def offsets(address, topic, partitions):
    """For each, where it begins and ends; open transactions count."""
    asking = Consumer({"bootstrap.servers": address, "group.id": "reader", "isolation.level": "read_uncommitted",
                       "log_level": 2})
    found = [asking.get_watermark_offsets(TopicPartition(topic, partition), timeout=30) for partition in partitions]
    asking.close()
    return found


class Progress:
    """How far a group has come in a topic; what is in an open transaction does not count."""

    def __init__(self, address, group, topic, partitions):
        self.asking = Consumer({"bootstrap.servers": address, "group.id": group, "isolation.level": "read_uncommitted",
                                "log_level": 2})
        self.partitions = [TopicPartition(topic, partition) for partition in range(partitions)]

    def records(self):
        try:
            found = self.asking.committed(self.partitions, timeout=5)
        except KafkaException:
            return 0  # the broker is away
        return sum(max(each.offset, 0) for each in found)


def in_partitions(pairs, partitions):
    """What `read` gives once the pairs are written."""
    topic = [[] for _ in range(partitions)]
    for partition, message in pairs:
        topic[partition].append(message)
    return topic


def firsts(messages, key=lambda message: message[0]):
    """The first of each key, in order."""
    first = {}
    for message in messages:
        first.setdefault(key(message), message)
    return list(first.values())


def check_once(before, after, key=lambda message: message[0]):
    """Each key of `before` once in `after`: in its partition, in order, as the first message that had it."""
    assert len(before) == len(after), f"{len(before)} partitions became {len(after)}"
    for partition, (given, found) in enumerate(zip(before, after)):
        wanted = firsts(given, key)
        assert found == wanted, f"partition {partition}: " + difference(wanted, found, key)
    return sum(map(len, after))


def difference(wanted, found, key):
    """What is wrong with `found`, in words."""
    wanted_keys, found_keys = {key(message) for message in wanted}, {key(message) for message in found}
    lost, strangers = wanted_keys - found_keys, found_keys - wanted_keys
    more = len(found) - len(found_keys)
    told = [f"{len(found)} messages, {len(wanted)} expected"]
    for share, what in ((lost, "lost"), (strangers, "of no key of ours")):
        if share:
            told.append(f"{len(share)} {what}, as {next(iter(share))}")
    if more:
        seen = set()
        twice = next(key(message) for message in found if key(message) in seen or seen.add(key(message)))
        told.append(f"{more} too many, as {twice}")
    if len(told) == 1:
        place = next(n for n, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1])
        told.append(f"number {place} is {found[place]} instead of {wanted[place]}")
    return "; ".join(told)
