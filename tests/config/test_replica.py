"""With a real replica by streaming replication: it answers lists, nobody misses what they wrote, and it may go away."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import psycopg
import pytest

from config.local import folder
from config.local.server_process import find_home
from config.local.servers import Postgres
from config.local.supervisor import programs
from tests.browser.test_setup import OWN
from tests.config.test_up import free_port
from tests.waiting import wait_until

pytestmark = pytest.mark.deep
MAX_LAG = 8.0
NAME = "scaled"


class Cluster:
    """A PostgreSQL of our own, reached over a socket in its folder."""

    def __init__(self, place, binaries, identity):
        self.place, self._binaries, self._identity = place, binaries, identity
        place.mkdir()
        self.give(place)

    def give(self, path):
        if owner := folder.server_owner():
            os.chown(path, owner.uid, owner.gid)

    def run(self, name, *arguments):
        subprocess.run(
            [self._binaries / name, *map(str, arguments)], check=True, capture_output=True, **self._identity
        )

    def start(self):
        options = {
            "unix_socket_directories": self.place,
            "listen_addresses": "",
            "hot_standby": "on",
            "fsync": "off",
        }
        command = [self._binaries / "postgres", "-D", self.place / "data"]
        command += [f"--{name}={value}" for name, value in options.items()]
        with (self.place / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, **self._identity
            )
        wait_until(self.answers, "PostgreSQL answers")

    def answers(self):
        try:
            self.ask("SELECT 1", "postgres")
        except psycopg.OperationalError:
            return False
        return True

    def ask(self, statement, name=NAME):
        with psycopg.connect(
            host=str(self.place), user=folder.USER, dbname=name, autocommit=True
        ) as connection:
            found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def kill(self, number=signal.SIGKILL):
        os.killpg(self.process.pid, number)
        if number == signal.SIGKILL:
            self.process.wait(30)

    @property
    def url(self):
        return f"postgres://{folder.USER}@/{self.place}/{NAME}"


@pytest.fixture(scope="module")
def clusters():
    """A primary with an empty database, and its replica."""
    home = find_home()
    binaries, _ = Postgres(home)._binaries()
    place = Path(tempfile.mkdtemp(prefix="repl-", dir="/tmp"))
    place.chmod(0o755)
    primary, replica = (Cluster(place / name, binaries, home.identity()) for name in ("primary", "replica"))
    try:
        primary.run(
            "initdb",
            "-D",
            primary.place / "data",
            "-U",
            folder.USER,
            "-A",
            "trust",
            "--no-sync",
            "--locale=C",
        )
        primary.start()
        primary.ask(f"CREATE DATABASE {NAME} ENCODING 'UTF8' TEMPLATE template0", "postgres")
        replica.run(
            *("pg_basebackup", "-h", primary.place, "-U", folder.USER, "-D", replica.place / "data"),
            *("--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"),
        )
        replica.start()
        yield primary, replica
    finally:
        for each in (replica, primary):
            if hasattr(each, "process") and each.process.poll() is None:
                each.kill()
        shutil.rmtree(place, ignore_errors=True)


class Web:
    """The process `web`, with both databases, and who asks it."""

    def __init__(self, port, environment):
        self.port, self.environment = port, environment
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False)

    def manage(self, *arguments):
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=folder.CHECKOUT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def token(self, name):
        return (
            self.manage("create_token", "--organization", "scaled", "--name", name)
            .strip()
            .splitlines()[-1]
            .split()[-1]
        )

    def send(self, token, load):
        answer = self.http.post(
            "/api/v1/webhooks/loads/events", json={"id": load}, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 200, answer.text

    def loads(self, token):
        answer = self.http.get("/api/v1/loads", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        return {load["id"] for load in answer.json()["loads"]}

    def replica(self):
        answer = self.http.get("/readyz")
        assert answer.status_code == 200, answer.text
        return answer.json()["checks"]["replica"]

    def lag(self):
        told = self.http.get("/metrics", headers={"Authorization": "Bearer m"}).text
        [line] = [line for line in told.splitlines() if line.startswith("loadline_replica_lag_seconds")]
        return float(line.split()[-1])


@pytest.fixture(scope="module")
def web(clusters):
    primary, replica = clusters
    data = Path(tempfile.mkdtemp(prefix="loadline-replica-", dir="/tmp")).resolve()
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name not in OWN}
    environment |= {
        "DATABASE_URL": primary.url,
        "DATABASE_REPLICA_URL": replica.url,
        "DATABASE_REPLICA_MAX_LAG": str(MAX_LAG),
        "REDIS_URL": folder.redis_url(),
        "LOADLINE_LOCAL": "1",
        "LOADLINE_METRICS_TOKEN": "m",
        "LOADLINE_STATIC_MANIFEST": "0",
    }
    program = next(each for each in programs() if each.name == "web")
    environment |= dict(program.environment) | {"LOADLINE_DATA_DIR": str(data), "LOADLINE_PORT": str(port)}
    environment["LOADLINE_PUBLIC_URL"] = f"http://127.0.0.1:{port}"
    found = Web(port, environment)
    found.manage("migrate")
    found.manage("create_organization", "Scaled", "--slug", "scaled", "--owner", "jo@scaled.example")
    command = list(program.command)
    command[command.index("--port") + 1] = str(port)
    command[command.index("--workers") + 1] = "1"
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder.CHECKOUT, env=environment, start_new_session=True, stdout=log, stderr=log
        )
    try:
        wait_until(lambda: _answers(found), "web answers")
        yield found
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)
        found.http.close()
        shutil.rmtree(data, ignore_errors=True)


def _answers(web):
    try:
        return web.http.get("/readyz").status_code == 200
    except httpx.HTTPError:
        return False


@pytest.fixture
def fresh(web, clusters):
    """The replica is up to date and in use."""
    _, replica = clusters
    wait_until(lambda: web.replica() == "ok", web.replica)
    yield
    if replica.process.poll() is None:
        replica.ask("SELECT pg_wal_replay_resume()")


def test_lists_are_the_replicas_and_writers_see_what_they_wrote(web, clusters, fresh):
    _, replica = clusters
    writer, reader = web.token("writer"), web.token("reader")
    web.send(writer, "L-1")
    wait_until(lambda: replica.ask("SELECT 1 FROM loads_load WHERE external_id = 'L-1'"), "it is replicated")
    assert web.loads(reader) == {"L-1"}
    wait_until(lambda: web.lag() < 2, web.lag)

    replica.ask("SELECT pg_wal_replay_pause()")
    web.send(writer, "L-2")
    assert web.loads(reader) == {"L-1"}  # the replica's, which is behind
    assert web.loads(writer) == {"L-1", "L-2"}

    wait_until(lambda: web.replica() == "left out", web.replica)
    assert web.loads(reader) == {"L-1", "L-2"}
    assert web.lag() > MAX_LAG

    replica.ask("SELECT pg_wal_replay_resume()")
    wait_until(lambda: web.replica() == "ok", web.replica)
    assert web.lag() < MAX_LAG


def test_one_that_writes_by_a_page_sees_it(web, clusters, fresh):
    _, replica = clusters
    session = web.manage("shell", "-v0", "-c", SIGNED_IN).strip()
    web.http.cookies.set("loadline_session", session)
    wait_until(lambda: web.http.get("/loads/").status_code == 200, "signed in")
    wait_until(lambda: replica.ask("SELECT 1 FROM organizations_membership"), "it is replicated")
    wait_until(lambda: web.lag() < 2, web.lag)

    replica.ask("SELECT pg_wal_replay_pause()")
    token = web.token("tms")
    web.send(token, "L-9")
    before = web.http.get("/loads/?status=all").text
    assert "L-9" not in before  # somebody else's, of a moment ago
    csrf = (
        web.http.cookies.get("loadline_csrf")
        or before.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
    )
    answer = web.http.post(
        "/lists/columns/", data={"list": "loads", "usual": "1", "query": ""}, headers={"X-CSRFToken": csrf}
    )
    assert answer.status_code in (200, 302), answer.text
    assert web.http.cookies.get("loadline_wrote")
    assert "L-9" in web.http.get("/loads/?status=all").text
    web.http.cookies.delete("loadline_wrote")
    assert "L-9" not in web.http.get("/loads/?status=all").text
    web.http.cookies.clear()


SIGNED_IN = """
from django.test import Client
from organizations.models import Membership, Organization, User
person, _ = User.objects.get_or_create(email="dana@scaled.example")
Membership.objects.get_or_create(user=person, organization=Organization.objects.get(slug="scaled"))
client = Client()
client.force_login(person)
print(client.cookies["loadline_session"].value)
"""


def test_one_that_hangs_or_dies_is_left_out_and_comes_back(web, clusters, fresh):
    _, replica = clusters
    reader = web.token("patient")
    children = f"/proc/{replica.process.pid}/task/{replica.process.pid}/children"
    pids = [replica.process.pid, *map(int, Path(children).read_text().split())]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    began = time.monotonic()
    assert web.loads(reader)  # from the primary, once the replica is given up
    assert time.monotonic() - began < 10
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    wait_until(lambda: web.replica() == "ok", web.replica)

    replica.kill()
    began = time.monotonic()
    while time.monotonic() - began < 5:
        assert web.loads(reader)
        time.sleep(0.1)
    wait_until(lambda: web.replica() == "left out", web.replica)
    assert web.lag() > MAX_LAG

    (replica.place / "data" / "postmaster.pid").unlink(missing_ok=True)
    (replica.place / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
    replica.start()
    wait_until(lambda: web.replica() == "ok", web.replica)
    assert web.loads(reader)
