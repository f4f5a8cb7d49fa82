"""Back to a moment: a base backup, the write-ahead log, and what was there then; as docs/backup.md tells it."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from calls.models import Call
from calls.states import CallStatus
from config.local.server_process import find_home
from config.local.servers import Postgres
from tests.config.test_backup import contents
from tests.exchange import free_port
from tests.factories import BidFactory, CallFactory, LoadFactory
from tests.waiting import wait_until
from tests.web_process import Web, status

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]

# A process of its own, on the other server: for each line that it hears it writes ten organizations, each with a load,
# a bid and a call that waits to be dialed.
WRITER = """
import sys, django
django.setup()
from organizations.tenancy.scope import scope
from tests.factories import BidFactory, CallFactory, LoadFactory, OrganizationFactory
for number, line in enumerate(sys.stdin):
    for each in range(10):
        organization = OrganizationFactory(name=f"Carrier {number}-{each}", slug=f"s-{number}-{each}")
        with scope(organization.pk):
            load = LoadFactory(organization=organization)
            BidFactory(organization=organization, load=load)
            CallFactory(organization=organization, status="QUEUED", reference=f"written-{number}-{each}")
    print("written", flush=True)
"""


class Cluster:
    """A PostgreSQL server of its own, whose finished log files go to `archive`."""

    def __init__(self, home, binaries: Path, data: Path, archive: Path) -> None:
        self._home, self._binaries, self.data, self._archive = home, binaries, data, archive
        self.sockets = Path(tempfile.mkdtemp(prefix="loadline-"))
        home.give(self.sockets)
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, tool: str, *arguments: object) -> None:
        command = [str(self._binaries / tool), *map(str, arguments)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **self._home.identity())

    def start(self, **options: str) -> None:
        given = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "archive_mode": "on",
            "archive_command": f"test ! -f {self._archive}/%f && cp %p {self._archive}/%f",
            **options,
        }
        command = [str(self._binaries / "postgres"), "-D", str(self.data)]
        command += [word for name, value in given.items() for word in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            command, start_new_session=True, stderr=subprocess.DEVNULL, **self._home.identity()
        )
        wait_until(self._is_ready, "the server takes writes", seconds=120)

    def connect(self, database: str = "loadline") -> psycopg.Connection:
        return psycopg.connect(host=str(self.sockets), user="loadline", dbname=database, autocommit=True)

    def _is_ready(self) -> bool:
        try:
            with self.connect("postgres") as link:
                return not link.execute("SELECT pg_is_in_recovery()").fetchone()[0]
        except psycopg.OperationalError:
            return False

    def lose(self) -> None:
        """The machine is gone, with all that was on it."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(60)
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.rmtree(self.sockets, ignore_errors=True)


@pytest.fixture
def place():
    """A folder that the servers' owner may enter, and how to make servers there."""
    home = find_home()
    binaries, _ = Postgres(home)._binaries()
    folder = Path(tempfile.mkdtemp(dir=home.folder))
    home.give(folder)
    archive = home.make_private(folder / "archive")
    made = []

    def cluster(name: str) -> Cluster:
        made.append(Cluster(home, binaries, folder / name, archive))
        return made[-1]

    yield cluster
    for each in made:
        each.lose()
    shutil.rmtree(folder, ignore_errors=True)


def environment_of(cluster: Cluster) -> dict[str, str]:
    return {
        "DATABASE_URL": f"postgresql://loadline@/{cluster.sockets}/loadline",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "LOADLINE_LOCAL": "1",
    }


@contextmanager
def writing(cluster: Cluster):
    """How to have something written, at once or in the background."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER],
        cwd=settings.BASE_DIR,
        env=os.environ | environment_of(cluster),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def ask() -> None:
        process.stdin.write("more\n")
        process.stdin.flush()

    def wait() -> None:
        assert process.stdout.readline() == "written\n"

    yield ask, wait
    process.stdin.close()
    assert process.wait(60) == 0


def manage(cluster: Cluster, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, settings.BASE_DIR / "manage.py", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | environment_of(cluster),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_recovered_database_is_what_it_was_at_that_moment(acme, in_acme, place, tmp_path):
    load = LoadFactory(organization=acme)
    BidFactory(organization=acme, load=load)
    CallFactory(organization=acme, status=CallStatus.COMPLETED)
    told = connection.settings_dict
    dump = tmp_path / "world.dump"
    first = place("first")
    first.run(
        "initdb", "-D", first.data, "-U", "loadline", "-A", "trust", "--no-sync", "--locale=C", "-E", "UTF8"
    )
    first.start(wal_level="replica", max_wal_senders="4")
    with first.connect("postgres") as link:
        link.execute("CREATE DATABASE loadline")
        link.execute(f"CREATE ROLE {settings.UNSCOPED_ROLE} NOLOGIN")  # which policies name
    tools = Postgres(find_home())._binaries()[0]
    subprocess.run(
        [tools / "pg_dump", "-h", told["HOST"], "-U", told["USER"], "-Fc", "-f", dump, told["NAME"]],
        check=True,
    )
    subprocess.run(
        [
            tools / "pg_restore",
            "-h",
            first.sockets,
            "-U",
            "loadline",
            "-d",
            "loadline",
            "--no-owner",
            "--no-privileges",
            dump,
        ],
        check=True,
    )

    with writing(first) as (ask, wait):
        ask()
        second = place("second")
        first.run(
            "pg_basebackup", "-h", first.sockets, "-U", "loadline", "-D", second.data, "--checkpoint=fast"
        )
        wait()
        ask()
        wait()
        with first.connect() as link, link.cursor() as cursor:
            then = contents(cursor)
            moment = cursor.execute("SELECT clock_timestamp()").fetchone()[0]
        time.sleep(0.2)
        ask()
        wait()
    with first.connect() as link, link.cursor() as cursor:
        assert contents(cursor) != then
        archived = "SELECT last_archived_wal FROM pg_stat_archiver"
        switched = cursor.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()[0]
        wait_until(lambda: (cursor.execute(archived).fetchone()[0] or "") >= switched, "the log is archived")
    first.lose()

    (second.data / "recovery.signal").touch()
    second.start(
        restore_command=f"cp {second._archive}/%f %p",
        recovery_target_time=moment.isoformat(),
        recovery_target_action="promote",
    )

    with second.connect() as link, link.cursor() as cursor:
        assert contents(cursor) == then
    assert Call.objects.count() == 1
    manage(second, "migrate", "--check")
    assert "20 calls, 0 outreaches" in manage(second, "restore", "--recovered")
    web = Web(free_port(), **environment_of(second))
    try:
        web.start()
        assert status(web.port, "/readyz") == 200
    finally:
        web.kill()
    with second.connect() as link:
        reasons = link.execute(
            "SELECT status, failure_reason, count(*) FROM calls_call GROUP BY 1, 2 ORDER BY 1"
        )
        assert reasons.fetchall() == [("COMPLETED", "", 1), ("FAILED", "restored", 20)]
