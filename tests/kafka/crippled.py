"""A broker whose transactions cannot work. It takes the worker long to be sure, so this is a test of its own."""

from rails import refused
from stage import scenario
from streams import Source


@scenario(transaction_state_log_replication_factor=3)
def broker_without_transactions(stage):
    """Its log of transactions cannot be made."""
    stage.topics()
    stage.fill(Source(seed=23).take(1000))
    return refused(stage, says=["transaction"])
