"""Behind a real PgBouncer that hands out connections by transaction: everything works, and within its limits."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

from config.local import folder
from tests.config.upping import manage, running_up
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
    """All processes, the database behind PgBouncer; the environment of commands that belong to them."""
    assert manage("migrate", url=database).returncode == 0
    with running_up(DATABASE_URL=url_of(pooled), DATABASE_POOLER="1") as environment:
        yield environment


def test_first_call_of_a_new_brokerage(up, pooled):
    """Through `web`, the workers, the exchange and `live`, with two connections for all of them."""
    told = manage("create_organization", "Pool Freight", "--owner", "jo@pool.example", **up)
    assert "/invitations/" in told.stdout, told.stderr
    told = manage("first_call", "--organization", "pool-freight", **up)
    assert "COMPLETED" in told.stdout, told.stdout + told.stderr
    with connected(pooled, "pooled") as connection:
        row = connection.execute("SELECT count(*), max(status) FROM calls_call").fetchone()
    assert row == (1, "COMPLETED")
