"""TLS and a password, which librdkafka knows by its settings."""

from rails import refused
from stage import scenario
from streams import Source


def login(stage, password="secret", certificate=None):
    settings = {"security.protocol": "SASL_SSL", "sasl.mechanism": "PLAIN", "sasl.username": "sluice",
                "sasl.password": password, "ssl.ca.location": certificate or stage.cluster.certificate}
    return [word for name, value in settings.items() for word in ("-X", f"{name}={value}")]


@scenario()
def with_tls_and_a_password(stage):
    stage.topics(partitions=2)
    given = stage.fill(Source(seed=41, partitions=2).take(5000))
    stage.to_the_end(*login(stage), brokers=stage.cluster.safe_address)
    return f"{stage.check_once(given):,} keys once"


@scenario()
def with_a_wrong_password(stage):
    stage.topics(partitions=2)
    return refused(stage, *login(stage, password="guess"), brokers=stage.cluster.safe_address, says=["password"])


@scenario()
def with_an_untrusted_broker(stage):
    """The certificate is one of somebody else."""
    stage.topics(partitions=2)
    other = "/etc/ssl/certs/ca-certificates.crt"
    return refused(stage, *login(stage, certificate=other), brokers=stage.cluster.safe_address, says=["certificate"])
