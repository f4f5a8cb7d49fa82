"""Valkey with sentinels: while the primary dies and another takes its place, work comes in and none of it is lost."""

import itertools
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import psycopg
import pytest
from redis import Redis

from config.local import folder
from config.local.server_process import find_home
from config.local.servers import Valkey
from organizations import redis_servers
from tests.config.test_up import free_port
from tests.config.upping import manage, running_up
from tests.waiting import listens, wait_until

URL = "sentinel://:se%40cret@10.0.0.1:26380,10.0.0.2/3?service=loadline"


def test_url_is_read():
    known = redis_servers.sentinels(URL)
    assert known.addresses == [("10.0.0.1", 26380), ("10.0.0.2", 26379)]
    assert known.service == "loadline"
    assert known.entry == {"db": 3, "password": "se@cret"}
    assert redis_servers.database(URL) == 3
    assert redis_servers.broker_url(URL) == (
        "sentinel://:se%40cret@10.0.0.1:26380/3;sentinel://:se%40cret@10.0.0.2:26379/3"
    )


def test_other_urls_stay_as_they_are():
    assert redis_servers.sentinels("redis://host/2") is None
    assert redis_servers.database("redis://host/2") == 2
    assert redis_servers.broker_url("redis://host/2") == "redis://host/2"


class Servers:
    """A primary, its replica and three sentinels."""

    def __init__(self):
        self.place = Path(tempfile.mkdtemp(prefix="sentinel-", dir="/tmp"))
        self.binary = Valkey(find_home())._binary()
        self.ports = [free_port() + number for number in range(2)]
        first = free_port() + 10
        self.sentinel_ports = [first + number for number in range(3)]
        self.running = {}

    def start(self):
        primary, replica = self.ports
        self.launch(primary, "--save", "", "--repl-diskless-sync-delay", "0")
        self.launch(replica, "--save", "", "--replicaof", "127.0.0.1", str(primary))
        wait_until(
            lambda: Redis(port=replica).info("replication")["master_link_status"] == "up", "it replicates"
        )
        for port in self.sentinel_ports:
            path = self.place / f"sentinel-{port}.conf"
            path.write_text(
                f"port {port}\nbind 127.0.0.1\nprotected-mode no\n"
                f"sentinel monitor loadline 127.0.0.1 {primary} 2\n"
                "sentinel down-after-milliseconds loadline 1500\n"
                "sentinel failover-timeout loadline 6000\n"
            )
            self.launch(port, config=path, sentinel=True)
        wait_until(
            lambda: (
                Redis(port=self.sentinel_ports[0]).sentinel_master("loadline")["num-other-sentinels"] == 2
            ),
            "sentinels know each other",
        )

    def launch(self, port, *options, config=None, sentinel=False):
        command = [str(self.binary), *([str(config)] if config else [])]
        command += ["--sentinel"] if sentinel else ["--port", str(port), "--bind", "127.0.0.1", *options]
        with (self.place / f"{port}.log").open("ab") as log:
            self.running[port] = subprocess.Popen(command, cwd=self.place, stdout=log, stderr=log)
        wait_until(lambda: listens(port), f"{port} listens")

    def primary(self):
        return Redis(port=self.sentinel_ports[0]).sentinel_get_master_addr_by_name("loadline")[1]

    def kill(self, port):
        self.running[port].send_signal(signal.SIGKILL)
        self.running[port].wait(30)

    def stop(self):
        for each in self.running.values():
            each.kill()
            each.wait(30)
        shutil.rmtree(self.place, ignore_errors=True)

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.sentinel_ports)
        return f"sentinel://{hosts}/0?service=loadline"


@pytest.fixture(scope="module")
def sentinels():
    found = Servers()
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="module")
def up(sentinels):
    with running_up(REDIS_URL=sentinels.url) as environment:
        told = manage("create_organization", "Sentinel Freight", "--owner", "jo@s.example", **environment)
        assert "/invitations/" in told.stdout, told.stderr
        yield environment


def first_call(up):
    told = manage("first_call", "--organization", "sentinel-freight", **up)
    return "COMPLETED" in told.stdout, told.stdout + told.stderr


def rows(up, statement):
    place = manage("shell", "-v0", "-c", "from config.local import folder; print(folder.socket_dir())", **up)
    with psycopg.connect(host=place.stdout.strip(), user=folder.USER, dbname=folder.DATABASE) as connection:
        return connection.execute(statement).fetchall()


@pytest.mark.deep
def test_failover_under_load_loses_nothing(up, sentinels):
    is_made, told = first_call(up)
    assert is_made, told
    told = manage("create_token", "--organization", "sentinel-freight", "--name", "tms", **up)
    assert told.returncode == 0, told.stderr
    token = told.stdout.split()[-1]
    is_over, taken, seen = threading.Event(), [], Counter()

    def send():
        with httpx.Client(base_url=f"http://127.0.0.1:{up['LOADLINE_PORT']}", timeout=30) as http:
            for number in itertools.count():
                if is_over.wait(0.2):
                    return
                answer = http.post(
                    "/api/v1/webhooks/loads/events",
                    json={"id": f"S-{number}"},
                    headers={"Authorization": f"Bearer {token}"},
                )
                seen[answer.status_code] += 1
                if answer.status_code == 200:
                    taken.append(f"S-{number}")

    sender = threading.Thread(target=send)
    sender.start()
    time.sleep(3)
    before = sentinels.primary()
    sentinels.kill(before)
    killed = time.monotonic()
    wait_until(lambda: sentinels.primary() != before, "another is the primary")
    chosen = time.monotonic() - killed
    wait_until(lambda: first_call(up)[0], "a call is made through it", seconds=120)
    called = time.monotonic() - killed
    is_over.set()
    sender.join()

    assert set(seen) <= {200, 503}
    stored = {name for (name,) in rows(up, "SELECT external_id FROM loads_load")}
    assert set(taken) <= stored
    assert len(taken) > 20
    ready = httpx.get(f"http://127.0.0.1:{up['LOADLINE_PORT']}/readyz")
    assert ready.json()["checks"]["redis"] == "ok"
    left = rows(
        up, "SELECT count(*) FROM calls_call WHERE status NOT IN ('COMPLETED', 'FAILED', 'NO_ANSWER')"
    )
    assert left == [(0,)]
    sys.stdout.write(
        f"another primary after {chosen:.1f} s, a whole call after {called:.1f} s; answers {dict(seen)}\n"
    )
