"""Behind a real PgBouncer that hands out connections by transaction: everything works, and within its limits."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from config.local import folder
from tests.browser.test_setup import OWN
from tests.config.test_up import free_port, read_until
from tests.waiting import wait_until

PGBOUNCER = shutil.which("pgbouncer", path=f"/usr/sbin:{os.environ['PATH']}")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not PGBOUNCER, reason="needs PgBouncer (Debian's package pgbouncer)"),
]
NAME = "loadline_pooled"


def connected(place, name):
    """A connection to the server, or to PgBouncer, whose socket lies there."""
    return psycopg.connect(
        host=str(place), dbname=name, user=folder.USER, autocommit=True, prepare_threshold=None
    )


@pytest.fixture(scope="module")
def database():
    """An empty database on the tests' server; a URL of it."""
    with connected(folder.socket_dir(), folder.DATABASE) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {NAME}")
        yield f"postgres://{folder.USER}@/{folder.socket_dir()}/{NAME}"
        connection.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


@pytest.fixture(scope="module")
def pooled(database):
    """PgBouncer before that database, with two connections for everybody: the folder of its socket."""
    place = Path(tempfile.mkdtemp(prefix="pgb-", dir="/tmp"))
    place.chmod(0o777)
    (place / "users").write_text(f'"{folder.USER}" ""\n')
    (place / "pgbouncer.ini").write_text(f"""
[databases]
pooled = host={folder.socket_dir()} dbname={NAME} user={folder.USER}
[pgbouncer]
unix_socket_dir = {place}
listen_port = 5432
auth_type = any
auth_file = {place}/users
admin_users = {folder.USER}
pool_mode = transaction
default_pool_size = 2
max_client_conn = 500
query_wait_timeout = 5
server_login_retry = 1
server_connect_timeout = 2
""")
    owner = folder.server_owner()  # PgBouncer doesn't run as root either
    identity = {"user": owner.uid, "group": owner.gid, "extra_groups": []} if owner else {}
    process = subprocess.Popen([PGBOUNCER, "-q", f"{place}/pgbouncer.ini"], **identity)
    try:
        wait_until((place / ".s.PGSQL.5432").exists, "PgBouncer listens")
        yield place
    finally:
        process.terminate()
        process.wait(30)
        shutil.rmtree(place)


def url_of(place):
    return f"postgres://{folder.USER}@/{place}/pooled"


def manage(*arguments, url="", **environment):
    return subprocess.run(
        [sys.executable, str(folder.CHECKOUT / "manage.py"), *arguments],
        env=os.environ | ({"DATABASE_URL": url, "LOADLINE_LOCAL": "1"} if url else {}) | environment,
        capture_output=True,
        text=True,
        check=False,
    )


READY = "from config.health import readiness; print(readiness())"


def test_limits_hold_and_their_absence_is_told(database, pooled):
    told = manage("shell", "-v0", "-c", READY, url=url_of(pooled))
    assert "unsupported startup parameter" in told.stderr  # what connections ask for without the setting

    told = manage("shell", "-v0", "-c", READY, url=url_of(pooled), DATABASE_POOLER="1")
    assert "'database': 'no statement_timeout'" in told.stdout, told.stderr

    assert manage("migrate", url=database).returncode == 0
    with connected(pooled, "pgbouncer") as console:
        console.execute("RECONNECT")
    told = manage("shell", "-v0", "-c", READY, url=url_of(pooled), DATABASE_POOLER="1")
    assert "'database': 'ok'" in told.stdout, told.stderr
    with connected(pooled, "pooled") as connection:
        assert connection.execute("SHOW statement_timeout").fetchone() == ("15s",)
        assert connection.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("1min",)


def test_backup_asks_for_the_database_itself(database, pooled, tmp_path):
    told = manage("backup", str(tmp_path / "b.tar"), url=url_of(pooled), DATABASE_POOLER="1")

    assert "PostgreSQL's own address" in told.stderr
    assert told.returncode == 1


@pytest.fixture
def up(database, pooled):
    """All processes, the database behind PgBouncer; the run's card and the environment of its commands."""
    assert manage("migrate", url=database).returncode == 0
    data = Path(tempfile.mkdtemp(prefix="loadline-pooled-", dir="/tmp")).resolve()
    data.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name not in OWN}
    environment |= {
        "DATABASE_URL": url_of(pooled),
        "DATABASE_POOLER": "1",
        "LOADLINE_LOCAL": "1",
        "LOADLINE_DATA_DIR": str(data),
        "LOADLINE_EXCHANGE_PACE": "0",
        "LOADLINE_STATIC_MANIFEST": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--no-demo", "--port", str(free_port()), "--data-dir", str(data)],
        cwd=folder.CHECKOUT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        read_until(process, "Press Ctrl-C to stop.")
        drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
        process.stdout.close()
        card = json.loads((data / "card.json").read_text())
        yield environment | {"LOADLINE_PORT": card["url"].rpartition(":")[2]}
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        drain.wait(10)
    finally:
        process.kill()
        folder.end_marked(folder.path_hash(data), grace=1)
        (folder.CHECKOUT / "var" / "runs" / f"{folder.path_hash(data)}.json").unlink(missing_ok=True)
        shutil.rmtree(data, ignore_errors=True)


def test_first_call_of_a_new_brokerage(up, pooled):
    """Through `web`, the workers, the exchange and `live`, with two connections for all of them."""
    told = manage("create_organization", "Pool Freight", "--owner", "jo@pool.example", **up)
    assert "/invitations/" in told.stdout, told.stderr
    told = manage("first_call", "--organization", "pool-freight", **up)
    assert "COMPLETED" in told.stdout, told.stdout + told.stderr
    with connected(pooled, "pooled") as connection:
        row = connection.execute("SELECT count(*), max(status) FROM calls_call").fetchone()
    assert row == (1, "COMPLETED")
