"""Where the key comes from, and what happens to a message that has none."""

import json

from stage import scenario
from streams import Source


def play(stage, key, messages, *options, status=0):
    """Writes (key, value, headers) to IN, runs, gives the numbers of those that are in OUT."""
    stage.topics(partitions=1)
    begin = Source().begin
    given = stage.fill((0, (name, value, begin + number, headers))
                       for number, (name, value, headers) in enumerate(messages))[0]
    stats = stage.folder / "stats"
    worker = stage.run("--until-end", "-k", key, "--stats", stats, *options, status=status)
    return [given.index(message) for message in stage.read()[0]], worker, stats


def expect(found, wanted):
    assert found == wanted, f"numbers {found} came through instead of {wanted}"


@scenario()
def the_value(stage):
    found, *_ = play(stage, "value", [(b"1", b"a", None), (b"2", b"a", None), (b"1", b"b", None)])
    expect(found, [0, 2])
    return "compared by the value"


@scenario()
def a_json_pointer(stage):
    rows = [{"user": {"id": 1}, "n": 1}, {"user": {"id": 2}, "n": 2}, {"n": 3, "user": {"id": 1}}]
    found, *_ = play(stage, "/user/id", [(None, json.dumps(row).encode(), None) for row in rows])
    expect(found, [0, 1])
    return "compared by a member"


@scenario()
def a_column(stage):
    rows = [b"1,one,x", b'2,"one",y', b"3,two,x"]
    found, *_ = play(stage, "column:2", [(None, row, None) for row in rows])
    expect(found, [0, 2])
    return "compared by a column"


@scenario()
def a_header(stage):
    def kinds(*names):
        return [("other", b"%d" % len(names)), *(("id", name) for name in names)]
    found, *_ = play(stage, "header:id", [(b"k", b"v1", kinds(b"a")), (b"k", b"v2", kinds(b"b")),
                                          (b"k", b"v3", kinds(b"a"))])
    expect(found, [0, 1])
    return "compared by a header"


KEYLESS = [(b"a", b"1", None), (None, b"2", None), (b"a", b"3", None), (None, b"2b", None), (b"b", b"4", None)]


@scenario()
def missing_passes(stage):
    found, _, stats = play(stage, "key", KEYLESS)
    expect(found, [0, 1, 3, 4])
    told = json.loads(stats.read_text())
    assert told["keyless"] == 2, told
    return "both without a key passed"


@scenario()
def missing_is_dropped(stage):
    found, _, stats = play(stage, "key", KEYLESS, "--missing-key", "drop")
    expect(found, [0, 4])
    told = json.loads(stats.read_text())
    assert told["keyless"] == 2, told
    return "both without a key dropped and counted"


@scenario()
def missing_fails(stage):
    """What came before it is out, the offset of the message is said."""
    found, worker, _ = play(stage, "key", KEYLESS, "--missing-key", "fail", status=1)
    assert found == [0], found
    assert "offset 1" in worker.said(), "its offset is not said"
    return "stopped at offset 1"
