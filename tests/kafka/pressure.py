"""A filter with far too little memory misses as many repeats as the plain command with the same memory."""

import subprocess
from math import sqrt

from stage import scenario
from streams import Source

PARTITIONS = 2
SHARE = 32 << 10  # bytes of filter for each partition, some 7,000 keys of 12,000


def missed(keys, came_through):
    """Repeats that came through and repeats there were."""
    distinct = len(set(keys))
    return came_through - distinct, len(keys) - distinct


def plain(stage, keys):
    """What the plain command lets through of the same keys as lines."""
    done = subprocess.run([stage.sluice, "-q", "-m", str(SHARE), "-e", "1e-9", "--seed", "5"],
                          input=b"".join(key + b"\n" for key in keys), stdout=subprocess.PIPE, check=True)
    return done.stdout.split(b"\n")[:-1]


@scenario()
def as_the_plain_command(stage):
    stage.topics(partitions=PARTITIONS)
    given = stage.fill(Source(seed=15, partitions=PARTITIONS, repeats=0.4).take(40_000))
    stage.to_the_end("-m", PARTITIONS * SHARE, "-e", "1e-9", "--seed", "5", "-X", "retry.backoff.ms=10")
    told = []
    for partition, (before, after) in enumerate(zip(given, stage.read())):
        keys, out = [message[0] for message in before], [message[0] for message in after]
        assert set(out) == set(keys), f"partition {partition} lost {len(set(keys) - set(out))} keys"
        lines = plain(stage, keys)
        wrong, repeats = missed(keys, len(out))
        wrong_plain, _ = missed(keys, len(lines))
        rate, rate_plain = wrong / repeats, wrong_plain / repeats
        assert rate_plain > 0.05, f"no pressure: {rate_plain}"
        allowed = 4 * sqrt(2 * rate_plain * (1 - rate_plain) / repeats)
        assert abs(rate - rate_plain) <= allowed, f"partition {partition}: FNR {rate}, of the plain command {rate_plain}"
        told.append(f"{rate:.2%} against {rate_plain:.2%}" + (" (the same records)" if out == lines else ""))
    return "FNR " + ", ".join(told)
