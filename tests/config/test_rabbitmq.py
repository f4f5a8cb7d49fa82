"""RabbitMQ as the broker, with quorum queues: everything works, and goes on after a worker or the broker was killed."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import httpx
import pytest

from config.local import folder
from tests.config.test_up import free_port
from tests.config.upping import manage, running_up
from tests.waiting import listens, wait_until

HOME = Path("/usr/lib/rabbitmq/bin")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(
        not (HOME / "rabbitmq-server").exists(), reason="needs RabbitMQ (Debian's package rabbitmq-server)"
    ),
]


class Broker:
    """A RabbitMQ of our own, in a folder."""

    def __init__(self):
        self.place = Path(tempfile.mkdtemp(prefix="rabbit-", dir="/tmp"))
        self.port = free_port()
        (self.place / "enabled_plugins").write_text("[].\n")
        (self.place / "rabbitmq.conf").write_text("vm_memory_high_watermark.absolute = 512MB\n")
        self.environment = os.environ | {
            "HOME": str(self.place),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_CONFIG_FILE": str(self.place / "rabbitmq"),
            "RABBITMQ_NODENAME": f"loadline{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(self.port + 1),
            "ERL_EPMD_PORT": str(self.port + 2),
            "RABBITMQ_MNESIA_BASE": str(self.place),
            "RABBITMQ_LOG_BASE": str(self.place),
            "RABBITMQ_PID_FILE": str(self.place / "pid"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.place / "enabled_plugins"),
        }

    @property
    def url(self):
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def start(self):
        with (self.place / "out").open("ab") as log:
            self.process = subprocess.Popen(
                [HOME / "rabbitmq-server"],
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until(lambda: listens(self.port), "RabbitMQ listens", seconds=120)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)
        wait_until(lambda: not listens(self.port), "it is gone")

    def queues(self):
        """Their types by name."""
        told = subprocess.run(
            [HOME / "rabbitmqctl", "--silent", "list_queues", "name", "type", "--formatter", "json"],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return {each["name"]: each["type"] for each in json.loads(told)}

    def stop(self):
        self.kill()
        subprocess.run(["epmd", "-port", str(self.port + 2), "-kill"], capture_output=True, check=False)
        shutil.rmtree(self.place, ignore_errors=True)


@pytest.fixture(scope="module")
def broker():
    found = Broker()
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def up(broker):
    with running_up(CELERY_BROKER_URL=broker.url, LOADLINE_METRICS_TOKEN="m") as environment:
        told = manage("create_organization", "Rabbit Freight", "--owner", "jo@rabbit.example", **environment)
        assert "/invitations/" in told.stdout, told.stderr
        yield environment


def figures(up, name):
    """A figure's values by its label."""
    answer = httpx.get(
        f"http://127.0.0.1:{up['LOADLINE_PORT']}/metrics", headers={"Authorization": "Bearer m"}
    )
    lines = [line for line in answer.text.splitlines() if line.startswith(f"{name}{{")]
    return {line.partition('"')[2].partition('"')[0]: float(line.rpartition(" ")[2]) for line in lines}


def heard_of_all(up):
    found = figures(up, "loadline_queue_heartbeat_age_seconds")
    return len(found) == 6 and all(age < 40 for age in found.values())


def first_call(up):
    told = manage("first_call", "--organization", "rabbit-freight", **up)
    return "COMPLETED" in told.stdout, told.stdout + told.stderr


def test_a_first_call_through_quorum_queues(up, broker):
    is_made, told = first_call(up)
    assert is_made, told
    types = broker.queues()
    ours = {"calls", "events", "mail", "rollups", "recordings", "deliveries"}
    assert {types[name] for name in ours} == {"quorum"}
    assert any(name.startswith("heartbeat.") for name in types)
    wait_until(lambda: heard_of_all(up), lambda: figures(up, "loadline_queue_heartbeat_age_seconds"))
    waiting = figures(up, "loadline_queue_messages")
    assert set(waiting) == ours
    assert all(count < 100 for count in waiting.values())


def test_a_killed_worker_loses_nothing(up):
    for pid in worker_pids(up):
        os.kill(pid, signal.SIGKILL)
    is_made, told = first_call(up)
    assert is_made, told


def test_a_killed_broker_comes_back(up, broker):
    broker.kill()
    time.sleep(3)
    answer = httpx.get(f"http://127.0.0.1:{up['LOADLINE_PORT']}/livez")
    assert answer.status_code == 200
    broker.start()
    wait_until(lambda: first_call(up)[0], "a call is made", seconds=120)
    wait_until(
        lambda: heard_of_all(up), lambda: figures(up, "loadline_queue_heartbeat_age_seconds"), seconds=120
    )


def worker_pids(up):
    mark = f"{folder.MARK}={folder.path_hash(Path(up['LOADLINE_DATA_DIR']))}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if b"worker@%h" in path.read_bytes() and mark in path.with_name("environ").read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    assert found
    return found
