"""A broker whose transactions cannot work."""

from rails import refused
from stage import scenario
from streams import Source


@scenario(cluster="crippled", transaction_state_log_replication_factor=3)
def broker_without_transactions(stage):
    """Its log of transactions cannot be made."""
    stage.topics()
    stage.fill(Source(seed=23).take(1000))
    return refused(stage, says=["transaction"])
