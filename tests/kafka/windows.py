"""A window counts a partition's records, or the time of its messages."""

from stage import scenario
from streams import Source


def play(stage, times, *options):
    """One key at these times, in seconds; gives the numbers of those that are in OUT."""
    stage.topics(partitions=1)
    begin = Source().begin
    given = stage.fill((0, (b"key", b"%d" % number, begin + 1000 * time, None))
                       for number, time in enumerate(times))[0]
    stage.to_the_end("-m", "1M", *options)
    return [given.index(message) for message in stage.read()[0]]


@scenario()
def of_time(stage):
    """By the messages' own time, also after a pause in which nothing came, and across a restart."""
    found = play(stage, [0, 30, 600, 610, 1300], "-w", "60s")
    assert found == [0, 2, 4], f"numbers {found} came through"
    begin = Source().begin
    stage.fill([(0, (b"key", b"again", begin + 1_310_000, None)), (0, (b"key", b"late", begin + 2_000_000, None))])
    stage.to_the_end("-m", "1M", "-w", "60s")
    values = [message[1] for message in stage.read()[0]]
    assert values == [b"0", b"2", b"4", b"late"], values
    return "repeats within a minute were dropped, later ones passed"


@scenario()
def of_records(stage):
    stage.topics(partitions=1)
    keys = [b"a"] + [b"%d" % number for number in range(5000)] + [b"4999", b"a"]
    stage.fill((0, (key, b"", Source().begin, None)) for key in keys)
    stage.to_the_end("-m", "1M", "-w", "2000")
    found = [message[0] for message in stage.read()[0]]
    assert found == keys[:5001] + [b"a"], f"{len(found)} came through"
    return "a repeat within the window was dropped, one far behind it passed"
