"""Nodes on machines of their own, as far as the network goes: killed and cut off while work comes in.

Each node has `web`, `live` and workers in a network namespace; PostgreSQL behind PgBouncer, Valkey, the exchange and
a front stand outside. The front is a few lines: it tries the nodes in turn, and another one where nobody answers.
"""

import asyncio
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
import pytest

from config.local import folder
from config.local.server_process import find_home
from config.local.servers import Valkey
from config.local.supervisor import programs
from tests.browser.test_setup import OWN
from tests.config.test_up import free_port
from tests.exchange import in_thread
from tests.waiting import listens, wait_until

PGBOUNCER = shutil.which("pgbouncer", path=f"/usr/sbin:{os.environ['PATH']}")
NET, HUB, BRIDGE = "10.77.31", "10.77.31.1", "loadline-br"
NAME = "loadline_nodes"
DATABASE_PORT, REDIS_PORT = 6432, 6379
HOST = {"Host": "127.0.0.1"}


def lacking():
    """What is missing here, if anything."""
    if not PGBOUNCER:
        return "needs PgBouncer (Debian's package pgbouncer)"
    if os.geteuid() or not shutil.which("ip"):
        return "needs root and iproute2, for network namespaces"
    name = f"loadline-try-{os.getpid()}"
    is_made = not subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode
    subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
    return "" if is_made else "network namespaces can't be made here"


pytestmark = [
    pytest.mark.deep,
    pytest.mark.allow_hosts(["127.0.0.1", HUB, *(f"{NET}.{number}" for number in (11, 12))]),
]


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


class Node:
    """Processes in a network of their own, which a cable leads to."""

    def __init__(self, number, environment):
        self.name, self.address = f"loadline-{number}", f"{NET}.{10 + number}"
        self.cable = f"loadline-v{number}"
        self.environment = environment | {"LOADLINE_PORT": "8000"}
        self.running = []
        ip("netns", "add", self.name)
        ip("link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "set", self.cable, "master", BRIDGE, "up")
        for command in (f"addr add {self.address}/24 dev eth0", "link set eth0 up", "link set lo up"):
            ip("-n", self.name, *command.split())

    def start(self):
        for program in programs():
            if program.name not in ("web", "live", "worker", "background"):
                continue
            command = [f"{self.name}-{word}" if word == "worker@%h" else word for word in program.command]
            if "--host" in command:
                command[command.index("--host") + 1] = "0.0.0.0"
                command[command.index("--port") + 1] = {"web": "8000", "live": "8001"}[program.name]
            log = self.environment["LOADLINE_DATA_DIR"] + f"/{self.name}-{program.name}.log"
            with open(log, "ab") as file:
                self.running.append(
                    subprocess.Popen(
                        ["ip", "netns", "exec", self.name, *command],
                        cwd=folder.CHECKOUT,
                        env=dict(program.environment) | self.environment,
                        stdout=file,
                        stderr=file,
                        start_new_session=True,
                    )
                )

    def kill(self):
        for each in self.running:
            with suppress(ProcessLookupError):
                os.killpg(each.pid, 9)
            each.wait(30)
        self.running = []

    def cut_off(self):
        ip("link", "set", self.cable, "down")

    def connect(self):
        ip("link", "set", self.cable, "up")

    def is_well(self):
        with suppress(httpx.HTTPError):
            return (
                httpx.get(
                    f"http://{self.address}:8000/readyz", headers=HOST, timeout=5, trust_env=False
                ).status_code
                == 200
            )
        return False

    def remove(self):
        self.kill()
        subprocess.run(["ip", "netns", "delete", self.name], capture_output=True, check=False)


class Front:
    """Leads connections to a node that takes them."""

    def __init__(self, addresses, port):
        self.addresses, self.port, self.turn = addresses, port, itertools.count()

    async def serve(self, host, port, stop):
        async with await asyncio.start_server(self.lead, host, port):
            await stop.wait()

    async def lead(self, reader, writer):
        begin = next(self.turn)
        for number in range(len(self.addresses)):
            address = self.addresses[(begin + number) % len(self.addresses)]
            try:
                async with asyncio.timeout(1):
                    there = await asyncio.open_connection(address, self.port)
            except (OSError, TimeoutError):
                continue
            await asyncio.gather(pass_on(reader, there[1]), pass_on(there[0], writer))
            return
        writer.close()


async def pass_on(source, target):
    with suppress(OSError):
        while piece := await source.read(1 << 16):
            target.write(piece)
            await target.drain()
    target.close()


class Scene:
    """All of it."""

    def __init__(self):
        self.data = Path(tempfile.mkdtemp(prefix="loadline-nodes-", dir="/tmp")).resolve()
        self.data.chmod(0o777)
        self.port = free_port()  # the front's; live's, the exchange's and beat's follow
        web, live, exchange = (f"127.0.0.1:{self.port + number}" for number in range(3))
        self.web, self.exchange = f"http://{web}", f"http://{exchange}"
        base = {name: value for name, value in os.environ.items() if name not in OWN}
        base |= {
            "LOADLINE_LOCAL": "1",
            "LOADLINE_DATA_DIR": str(self.data),
            "DATABASE_POOLER": "1",
            "LOADLINE_STATIC_MANIFEST": "0",
            "LOADLINE_PORT": str(self.port),
            "LOADLINE_EXCHANGE_PACE": "0",
            "LOADLINE_PUBLIC_URL": self.web,
            "LOADLINE_LIVE_URL": f"ws://{live}",
            "TWILIO_ACCOUNT_SID": "AC" + "1" * 32,
            "TWILIO_AUTH_TOKEN": "a" * 32,
            "SECRET_KEY": "k3y-" * 20 + "of-all-nodes",
            "DATABASE_URL": f"postgres://{folder.USER}@{HUB}:{DATABASE_PORT}/pooled",
            "REDIS_URL": f"redis://{HUB}:{REDIS_PORT}/0",
        }
        self.outside = base | {"TWILIO_API_URL": self.exchange}
        self.inside = base | {"TWILIO_API_URL": f"http://{HUB}:{self.port + 4}"}
        self.direct = f"postgres://{folder.USER}@/{folder.socket_dir()}/{NAME}"
        self.helpers = []

    def run(self, *command, **identity):
        with (self.data / f"{Path(command[0]).name}.log").open("ab") as log:
            self.helpers.append(
                subprocess.Popen(
                    [*map(str, command)],
                    cwd=folder.CHECKOUT,
                    env=self.outside,
                    stdout=log,
                    stderr=log,
                    **(identity or {}),
                )
            )

    def manage(self, *arguments):
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=folder.CHECKOUT,
            env=self.outside | {"DATABASE_URL": self.direct, "DATABASE_POOLER": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, statement):
        with psycopg.connect(host=str(folder.socket_dir()), user=folder.USER, dbname=NAME) as connection:
            return connection.execute(statement).fetchall()

    def start_outside(self):
        with connected(folder.DATABASE) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {NAME}")
        self.manage("migrate")
        (self.data / "users").write_text(f'"{folder.USER}" ""\n')
        (self.data / "pgbouncer.ini").write_text(f"""
[databases]
pooled = host={folder.socket_dir()} dbname={NAME} user={folder.USER}
[pgbouncer]
listen_addr = {HUB}
listen_port = {DATABASE_PORT}
unix_socket_dir =
auth_type = any
auth_file = {self.data}/users
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
query_wait_timeout = 5
""")
        owner = folder.server_owner()
        identity = {"user": owner.uid, "group": owner.gid, "extra_groups": []} if owner else {}
        self.run(PGBOUNCER, "-q", self.data / "pgbouncer.ini", **identity)
        valkey = Valkey(find_home())._binary()
        self.run(valkey, "--bind", HUB, "--port", str(REDIS_PORT), "--protected-mode", "no", "--save", "")
        self.run(sys.executable, "manage.py", "exchange", "--port", str(self.port + 2))
        for program in programs():
            if program.name == "beat":
                command = list(program.command)
                command[command.index("--schedule") + 1] = str(self.data / "beat")
                self.run(*command)
        wait_until(lambda: listens(self.port + 2), "the exchange listens", seconds=240)

    def stop(self):
        for each in self.helpers:
            each.kill()
            each.wait(30)
        with connected(folder.DATABASE) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")


def connected(name):
    return psycopg.connect(host=str(folder.socket_dir()), user=folder.USER, dbname=name, autocommit=True)


@pytest.fixture
def scene():
    if reason := lacking():
        pytest.skip(reason)
    found, nodes = Scene(), []
    ip("link", "add", BRIDGE, "type", "bridge")
    try:
        ip("addr", "add", f"{HUB}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        found.start_outside()
        nodes = [Node(number, found.inside) for number in (1, 2)]
        addresses = [node.address for node in nodes]

        async def serve(stop):
            await asyncio.gather(
                Front(addresses, 8000).serve("127.0.0.1", found.port, stop),
                Front(addresses, 8001).serve("127.0.0.1", found.port + 1, stop),
                Front(["127.0.0.1"], found.port + 2).serve(HUB, found.port + 4, stop),
            )

        with in_thread(serve):
            for node in nodes:
                node.start()
            found.nodes = nodes
            for node in nodes:
                wait_until(node.is_well, f"{node.name} is ready: {found.data}", seconds=400)
            yield found
    finally:
        for node in nodes:
            node.remove()
        found.stop()
        subprocess.run(["ip", "link", "delete", BRIDGE], capture_output=True, check=False)


OPEN_RULES = """
from calls.models import Agent, CallingRules
agent = Agent.unscoped.filter(purpose="custom")[0]
limits = dict.fromkeys(("per_minute", "per_day", "per_number_hour", "most_live"), 9000)
CallingRules.unscoped.update_or_create(
    organization=agent.organization, defaults={"hours_start": 0, "hours_end": 24, **limits}
)
print(agent.slug)
"""
ENDS = ("COMPLETED", "FAILED", "NO_ANSWER", "CANCELED")
UNFINISHED = f"SELECT conversation_id, status FROM calls_call WHERE status NOT IN {ENDS}"


class Traffic:
    """A TMS and an API client that send again what wasn't answered."""

    def __init__(self, scene):
        self.scene = scene
        scene.manage("create_organization", "Node Freight", "--owner", "jo@nodes.example")
        scene.manage("first_call", "--organization", "node-freight")
        self.token = scene.manage("create_token", "--organization", "node-freight", "--name", "all").split()[
            -1
        ]
        self.agent = scene.manage("shell", "-v0", "-c", OPEN_RULES).split()[-1]
        self.loads, self.calls, self.seen, self.longest = [], [], Counter(), 0.0
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self.send, args=[number]) for number in range(3)]

    def send(self, thread):
        for number in itertools.count(thread * 10_000):
            if self.is_over.wait(0.3):
                return
            self.deliver("webhooks/loads/events", {"id": f"N-{number}"}, str(number))
            self.loads.append(f"N-{number}")
            if number % 3 == 0:
                phone = f"+1312{4_000_000 + number}"
                path = f"custom-use-cases/{self.agent}/create-phone-call"
                self.calls.append((self.deliver(path, {"toPhone": phone}, phone)["call"]["id"], phone))

    def deliver(self, path, body, key):
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        began = time.monotonic()
        while True:
            with suppress(httpx.HTTPError):
                answer = httpx.post(
                    f"{self.scene.web}/api/v1/{path}", json=body, headers=headers, timeout=6, trust_env=False
                )
                self.seen[answer.status_code] += 1
                if answer.status_code == 200:
                    self.longest = max(self.longest, time.monotonic() - began)
                    return answer.json()
            time.sleep(0.3)

    def stop(self):
        self.is_over.set()
        for each in self.threads:
            each.join(60)


def test_nodes_are_killed_and_cut_off(scene):
    traffic = Traffic(scene)
    first, second = scene.nodes
    for each in traffic.threads:
        each.start()
    time.sleep(5)
    first.kill()
    time.sleep(6)
    first.start()
    wait_until(first.is_well, "the first is back", seconds=400)
    second.cut_off()
    time.sleep(12)
    second.connect()
    wait_until(second.is_well, "the second is back", seconds=120)
    time.sleep(5)
    traffic.stop()

    assert set(traffic.seen) <= {200, 409, 503}
    assert len(traffic.loads) > 30
    wait_until(lambda: not scene.ask(UNFINISHED), lambda: scene.ask(UNFINISHED), seconds=300)
    stored = {name for (name,) in scene.ask("SELECT external_id FROM loads_load")}
    assert set(traffic.loads) <= stored
    ended = dict(scene.ask("SELECT conversation_id, status || ' ' || failure_reason FROM calls_call"))
    for pk, phone in traffic.calls:
        asked = httpx.get(f"{scene.exchange}/exchange/calls", params={"to": phone}, trust_env=False).json()
        times, what = len(asked), ended[int(pk)]
        assert times == 1 or (times == 0 and what == "FAILED dial_outcome_unknown"), (pk, times, what)
    unknown = sum("unknown" in ended[int(pk)] for pk, _ in traffic.calls)
    sys.stdout.write(
        f"{len(traffic.loads)} loads, {len(traffic.calls)} calls, {unknown} of them unknown; "
        f"answers {dict(traffic.seen)}, the last one after {traffic.longest:.1f} s at most\n"
    )
    shutil.rmtree(scene.data, ignore_errors=True)
