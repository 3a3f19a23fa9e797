"""A Kafka cluster for tests: one or three KRaft nodes, each broker and controller, on the loopback. A node
can be stopped, killed, paused and started again where it was. Nothing outlives the `with`."""

import ctypes
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from confluent_kafka.admin import AdminClient, NewTopic

HERE = Path(__file__).resolve().parent
CLUSTER_ID = "c2x1aWNlLXRlc3QtMDAwMQ"
SMALL_JVM = ["-Xms256m", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
             f"-Dlog4j.configuration=file:{HERE}/log4j.properties"]
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
# Everybody may do everything until a test forbids it. Several nodes would have to log in to one another for that.
PERMITS = {"authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
           "allow.everyone.if.no.acl.found": "true"}


def die_with_parent():
    """No process outlives a test that was cut short."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_ports(count):
    """Below those the system gives to clients: a client that knocks at a stopped broker's port must not take it."""
    held, ports = [], []
    while len(ports) < count:
        knock = socket.socket()
        try:
            knock.bind(("127.0.0.1", random.SystemRandom().randrange(15000, 32000)))
        except OSError:
            continue
        held.append(knock)
        ports.append(knock.getsockname()[1])
    for knock in held:
        knock.close()
    return ports


def dotted(settings):
    """Kafka's names, which Python's arguments cannot have."""
    return {name.replace("_", "."): value for name, value in settings.items()}


class Node:
    def __init__(self, java, folder, port, properties):
        self.java, self.folder, self.port = java, folder, port
        self.config, self.log = folder / "server.properties", folder / "log"
        self.process = None
        folder.mkdir()
        self.properties = properties
        self._configure()

    def add_door(self, listener, properties):
        """Another address at which it listens; before its start."""
        for name in ("listeners", "advertised.listeners"):
            self.properties[name] += f",{listener}"
        kind = listener.split(":")[0]
        self.properties["listener.security.protocol.map"] += f",{kind}:{kind}"
        self.properties.update({"inter.broker.listener.name": "PLAINTEXT", **properties})
        self._configure()

    def _configure(self):
        self.config.write_text("".join(f"{name}={value}\n" for name, value in self.properties.items()))

    def format(self):
        return self._run("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", self.config)

    def start(self):
        assert self.process is None
        self.process = self._run("kafka.Kafka", self.config)

    def stop(self):
        self._end(signal.SIGTERM, patience=30)

    def kill(self):
        self._end(signal.SIGKILL)

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def tail(self, lines=15):
        said = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(line[:300] for line in said[-lines:])

    def _end(self, how, patience=None):
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def _run(self, main, *words):
        with open(self.log, "ab") as log:
            return subprocess.Popen([*self.java, main, *map(str, words)], stdin=subprocess.DEVNULL, stdout=log,
                                    stderr=log, cwd=self.folder, preexec_fn=die_with_parent)


class Cluster:
    """`with Cluster(build) as cluster:` and it answers. `extra` are properties of every node, _ for their dots."""

    def __init__(self, build, nodes=1, extra=None, jvm=SMALL_JVM):
        self.java = ["java", *jvm, "-cp", f"{Path(build).resolve()}/kafka-jars/*"]
        self.folder = Path(tempfile.mkdtemp(prefix="sluice-kafka-"))
        ports = free_ports(2 * nodes)
        self.ports, controllers = ports[:nodes], ports[nodes:]
        self.address = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        self.nodes = [Node(self.java, self.folder / f"node-{number}", self.ports[number - 1],
                           {**self._properties(number, controllers), **dotted(extra or {})})
                      for number in range(1, nodes + 1)]
        self.safe_address = self.certificate = None

    def __enter__(self):
        try:
            for formatting in [node.format() for node in self.nodes]:
                assert formatting.wait(60) == 0, "the storage of a node could not be formatted"
            for node in self.nodes:
                node.start()
            self.wait()
        except BaseException as failure:
            self.__exit__(type(failure), failure, None)
            raise
        return self

    def __exit__(self, kind, failure, trace):
        if kind is not None:
            self.tell()
        for node in self.nodes:
            node.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def guard(self):
        """Before the start: a second door of each node, with TLS and a password, at `safe_address`; clients
        have to trust `certificate`."""
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                       check=True, stderr=subprocess.DEVNULL)
        both = self.folder / "both.pem"
        both.write_text(key.read_text() + certificate.read_text())
        doors = free_ports(len(self.nodes))
        for node, port in zip(self.nodes, doors):
            node.add_door(f"SASL_SSL://127.0.0.1:{port}", {
                "sasl.enabled.mechanisms": "PLAIN",
                "listener.name.sasl_ssl.plain.sasl.jaas.config":
                    'org.apache.kafka.common.security.plain.PlainLoginModule required user_sluice="secret";',
                "ssl.keystore.type": "PEM",
                "ssl.keystore.location": both})
        self.safe_address, self.certificate = ",".join(f"127.0.0.1:{port}" for port in doors), certificate

    def tell(self):
        """The end of each node's log."""
        for node in self.nodes:
            print(f"--- the end of {node.folder.name}'s log\n{node.tail()}", flush=True)

    def admin(self):
        return AdminClient({"bootstrap.servers": self.address, "log_level": 2})

    def wait(self, patience=60):
        """Until every node that runs is a member and a topic could be made."""
        wanted = {node.port for node in self.nodes if node.process}
        end = time.monotonic() + patience
        while True:
            try:
                if {broker.port for broker in self.admin().list_topics(timeout=2).brokers.values()} >= wanted:
                    return
            except Exception as failure:
                last = failure
            else:
                last = "not all nodes are members"
            assert time.monotonic() < end, f"no cluster within {patience} s: {last}"
            assert all(node.process.poll() is None for node in self.nodes if node.process), "a node ended by itself"
            time.sleep(0.1)

    def topic(self, name, partitions=6, replicas=None, **config):
        """Makes one; `config` with _ for the dots of Kafka's names."""
        replicas = replicas or len(self.nodes)
        settings = {name: str(value) for name, value in dotted(config).items()}
        admin = self.admin()  # has to live until the answer
        admin.create_topics([NewTopic(name, partitions, replicas, config=settings)])[name].result(30)
        for node in self.nodes:  # the controller has it; each broker hears of it a little later
            while node.process and not self._knows(node, name, partitions):
                time.sleep(0.02)
        return name

    @staticmethod
    def _knows(node, name, partitions):
        asking = AdminClient({"bootstrap.servers": f"127.0.0.1:{node.port}", "log_level": 2})
        found = asking.list_topics(name, timeout=30).topics[name]
        return len(found.partitions) == partitions and all(each.leader > 0 for each in found.partitions.values())

    def tool(self, main, *words):
        """One of Kafka's own, as kafka.admin.AclCommand."""
        done = subprocess.run([*self.java, main, *map(str, words)], stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        assert done.returncode == 0, f"{main} failed: {done.stdout}"
        return done.stdout

    def _properties(self, number, controllers):
        voters = ",".join(f"{n}@127.0.0.1:{port}" for n, port in enumerate(controllers, 1))
        copies = len(controllers)
        return {
            "process.roles": "broker,controller",
            "node.id": number,
            "controller.quorum.voters": voters,
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://127.0.0.1:{self.ports[number - 1]},"
                         f"CONTROLLER://127.0.0.1:{controllers[number - 1]}",
            "advertised.listeners": f"PLAINTEXT://127.0.0.1:{self.ports[number - 1]}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs": self.folder / f"node-{number}" / "data",
            "auto.create.topics.enable": "false",
            **(PERMITS if copies == 1 else {}),
            "offsets.topic.replication.factor": copies,
            "offsets.topic.num.partitions": 3,
            "transaction.state.log.replication.factor": copies,
            "transaction.state.log.min.isr": min(copies, 2),
            "transaction.state.log.num.partitions": 3,
            "min.insync.replicas": min(copies, 2),
            # Quick where a test would wait.
            "group.initial.rebalance.delay.ms": 0,
            "group.min.session.timeout.ms": 1000,
            "transaction.abort.timed.out.transaction.cleanup.interval.ms": 500,
            "log.retention.check.interval.ms": 500,
            "log.initial.task.delay.ms": 500,
            "broker.heartbeat.interval.ms": 500,
            "broker.session.timeout.ms": 3000,
            # Small where a test needs little.
            "log.cleaner.dedupe.buffer.size": 4 << 20,
            "log.index.size.max.bytes": 1 << 20,
            "num.network.threads": 2,
            "num.io.threads": 4,
        }
