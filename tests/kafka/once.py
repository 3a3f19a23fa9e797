"""Each key once, and every field of its first message kept."""

import json

from confluent_kafka import Producer

from stage import scenario
from streams import Source


@scenario()
def a_million(stage):
    stage.topics()
    given = stage.fill(Source(seed=1).take(1_000_000))
    stats = stage.folder / "stats"
    stage.to_the_end("--stats", stats)
    keys = stage.check_once(given)
    told = json.loads(stats.read_text())
    assert (told["records"], told["fresh"], told["repeats"]) == (1_000_000, keys, 1_000_000 - keys), told
    assert sorted(each["partition"] for each in told["partitions"]) == list(range(6)), told
    assert sum(each["fresh"] for each in told["partitions"]) == keys, told
    return f"1,000,000 messages, {keys:,} keys, each once; {1e6 / told['seconds']:,.0f} messages/s"


@scenario()
def headers_and_timestamps(stage):
    stage.topics(partitions=3)
    given = stage.fill(Source(seed=2, partitions=3, headers=True).take(50_000))
    stage.to_the_end()
    return f"{stage.check_once(given):,} keys with their headers and timestamps"


@scenario()
def odd_messages(stage):
    """What is nothing and what is empty stay apart."""
    stage.topics(partitions=2)
    begin = Source().begin
    odd = [(b"tombstone", None), (b"empty", b""), (b"", b"an empty key"), (b"\0\xff\n\t", b"\0\1\2"),
           (b"large", b"x" * 500_000), (b"tombstone", b"again"), (b"", b"again")]
    headers = [None, [("nothing", None)], [("empty", b"")], [("twice", b"a"), ("twice", b"b")],
               [("bytes", b"\0\xff")], None, None]
    given = stage.fill((number % 2 if key not in (b"tombstone", b"") else 0,
                        (key, value, begin + number, headers[number]))
                       for number, (key, value) in enumerate(odd))
    stage.to_the_end()
    return f"{stage.check_once(given)} of {len(odd)} came through as they were"


@scenario()
def small_transactions(stage):
    """Some 60 commits, and repeats across their borders."""
    stage.topics(partitions=2)
    given = stage.fill(Source(seed=3, partitions=2, repeats=0.7).take(30_000))
    stats = stage.folder / "stats"
    stage.to_the_end("--transaction", "500", "--stats", stats)
    keys = stage.check_once(given)
    told = json.loads(stats.read_text())
    assert told["transactions"] >= 30, told
    return f"{keys:,} keys once in {told['transactions']} transactions"


@scenario()
def undone_input(stage):
    """Whoever writes IN has transactions, too: what was aborted there never passes, nor marks its keys as seen."""
    stage.topics(partitions=2)
    upstream = Producer({"bootstrap.servers": stage.address, "transactional.id": stage.group, "log_level": 2})
    upstream.init_transactions(30)
    given = [[], []]
    for number, (partition, message) in enumerate(Source(seed=28, partitions=2, repeats=0.7).take(2000)):
        if number % 100 == 0:
            upstream.begin_transaction()
        key, value, timestamp, _ = message
        upstream.produce(stage.given, value, key, partition, timestamp=timestamp)
        if number // 100 % 2 == 0:
            given[partition].append(message)
        if number % 100 == 99:
            upstream.flush(30)  # else there may be nothing to abort yet, which librdkafka 2.0.2 takes for fatal
            (upstream.abort_transaction if number // 100 % 2 else upstream.commit_transaction)(30)
    stage.to_the_end()
    return f"{stage.check_once(given):,} keys once of 10 committed transactions; 10 undone ones are not there"


@scenario()
def nothing(stage):
    """An empty topic has an end, too."""
    stage.topics()
    stage.to_the_end()
    assert not any(stage.read()), "something came from nothing"
    return "ended"
