"""The embedded servers, with real processes in data folders of their own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from config.local import folder as local_folder
from config.local import server_process
from config.local import servers as local_servers
from config.local.server_process import find_home
from config.local.servers import Postgres, Valkey

HOLD = """
import sys, time
from config.local import servers
lease = servers.start()
print("holding", flush=True)
sys.stdin.read()
servers.stop(lease)
"""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="PostgreSQL's refusal concerns root only")


@pytest.fixture(scope="module")
def base() -> Iterator[Path]:
    """A folder that all may enter, as pytest's own isn't."""
    folder = Path(tempfile.mkdtemp(prefix="loadline-test-", dir="/tmp")).resolve()
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def kept(base: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder that these tests share, one after the other; the servers don't run."""
    yield from data_folder(base / "kept", monkeypatch)


@pytest.fixture
def data(base: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new data folder, in a folder of its own."""
    yield from data_folder(Path(tempfile.mkdtemp(dir=base)) / "data", monkeypatch)


def data_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path.parent.chmod(0o755)
    monkeypatch.setenv("LOADLINE_DATA_DIR", str(path))
    monkeypatch.setenv("LOADLINE_TEST_SERVERS", "1")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setattr(server_process, "AWAY", path.parent.parent / "away")
    yield path
    if path.exists():
        for each in servers():
            each.stop_signals = ((signal.SIGKILL, 2),)
            each.stop()
    shutil.rmtree(local_folder.socket_dir(), ignore_errors=True)


def servers() -> list[server_process.Server]:
    return [Postgres(find_home()), Valkey(find_home())]


def pids() -> list[int | None]:
    return [each.pid() for each in servers()]


def query(statement: str) -> Any:
    with psycopg.connect(
        host=str(local_folder.socket_dir()), user=local_folder.USER, dbname=local_folder.DATABASE
    ) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None  # type: ignore[index]


def cache() -> "redis.Redis":
    return redis.Redis.from_url(local_folder.redis_url(0))


HOLDER: dict[str, Any] = {
    "args": [sys.executable, "-c", HOLD],
    "stdin": subprocess.PIPE,
    "stdout": subprocess.PIPE,
    "text": True,
    "cwd": local_folder.CHECKOUT,
}


def holder() -> "subprocess.Popen[str]":
    process = subprocess.Popen(**HOLDER)
    await_holding(process)
    return process


def await_holding(process: "subprocess.Popen[str]") -> None:
    assert process.stdout
    assert process.stdout.readline() == "holding\n"


def kill(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate()


@pytest.mark.deep
def test_servers_answer_over_sockets_alone(kept: Path) -> None:
    with local_servers.servers():
        assert query("SHOW listen_addresses") == ""
        assert (
            query("SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'loadline'")
            == "UTF8"
        )
        assert (
            query("SELECT count(*) FROM pg_available_extensions WHERE name IN ('pg_trgm', 'btree_gin')") == 2
        )
        with cache() as client:
            found = client.config_get("port", "appendonly", "maxmemory-policy")
        assert found == {"port": "0", "appendonly": "yes", "maxmemory-policy": "noeviction"}
        assert len(str(local_folder.redis_socket())) < 100


@pytest.mark.deep
def test_servers_stop_when_the_last_user_leaves(kept: Path) -> None:
    first, second = local_servers.start(), local_servers.start()
    assert local_servers.stop(first) is False
    assert local_servers.are_running()
    assert local_servers.stop(second) is True
    assert not local_servers.are_running()
    assert pids() == [None, None]


@pytest.mark.deep
def test_servers_of_a_killed_user_are_taken_over(kept: Path) -> None:
    user = holder()
    before = pids()
    kill(user)
    assert local_servers.are_running()
    with local_servers.servers():
        assert pids() == before
    assert pids() == [None, None]


@pytest.mark.deep
def test_data_survives_when_everything_is_killed(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOADLINE_TEST_SERVERS")  # those for tests are careless
    user = holder()
    query("CREATE TABLE kept AS SELECT 7 AS number")
    with cache() as client:
        client.set("kept", "8")
    for pid in pids():
        assert pid
        os.kill(pid, signal.SIGKILL)
    kill(user)
    with local_servers.servers(), cache() as client:
        assert query("SELECT number FROM kept") == 7
        assert client.get("kept") == b"8"


def test_starters_at_once_end_with_one_server(kept: Path) -> None:
    log = kept / "logs" / "postgres.log"
    log.unlink(missing_ok=True)
    starters = [subprocess.Popen(**HOLDER) for _ in range(3)]
    for starter in starters:
        await_holding(starter)
    for starter in starters:
        kill(starter)
    assert log.read_text().count("ready to accept connections") == 1


@pytest.mark.deep
def test_pid_file_of_a_crash_is_overcome_when_another_program_has_the_number(kept: Path) -> None:
    local_servers.stop(local_servers.start())
    lock = Postgres(find_home()).pid_files()[0]
    lock.write_text(f"{os.getpid()}\n{lock.parent}\n0\n5432\n{local_folder.socket_dir()}\n\n")
    with local_servers.servers():
        assert query("SELECT 1") == 1


@pytest.mark.deep
def test_hanging_server_is_replaced(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_process, "SILENT_SECONDS", 0.1)
    monkeypatch.setattr(server_process, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(Valkey, "stop_signals", ((signal.SIGTERM, 0.1), (signal.SIGKILL, 2)))
    with local_servers.servers():
        hanging = Valkey(find_home()).pid()
        assert hanging
        os.kill(hanging, signal.SIGSTOP)
        assert local_servers.ensure_running() == ["valkey"]
        assert Valkey(find_home()).pid() not in (None, hanging)


@pytest.mark.deep
def test_servers_of_a_deleted_data_folder_make_way(data: Path) -> None:
    kill(holder())
    query("CREATE TABLE gone ()")
    shutil.rmtree(data)
    with local_servers.servers():
        assert query("SELECT to_regclass('gone') IS NULL") is True


@pytest.mark.deep
def test_data_of_another_postgres_is_refused_with_advice(data: Path) -> None:
    local_folder.make_data_dir()
    folder = find_home().make_private(data / "postgres")
    (folder / "PG_VERSION").write_text("12\n")
    with pytest.raises(local_folder.LocalError, match="was made by PostgreSQL 12"):
        local_servers.start()
    assert pids() == [None, None]


def test_nothing_is_started_where_urls_are_given(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://db/x")
    monkeypatch.setenv("REDIS_URL", "redis://cache")
    with local_servers.servers():
        assert not data.exists()


@pytest.mark.deep
@as_root
def test_folder_that_only_root_enters_has_its_servers_elsewhere(data: Path) -> None:
    data.parent.chmod(0o700)
    with local_servers.servers():
        assert query("SELECT current_setting('data_directory')").startswith(str(server_process.AWAY))
        assert find_home().folder == (data / "servers").resolve()


@pytest.mark.deep
@as_root
def test_binaries_that_only_root_reaches_are_copied(data: Path) -> None:
    binary, beside = data / "closed" / "package" / "bin" / "tool", data / "closed" / "libs"
    for folder in (binary.parent, beside):
        folder.mkdir(parents=True)
    binary.write_text("#!/bin/sh\ncat $(dirname $0)/../../libs/text\n")
    binary.chmod(0o700)
    (beside / "text").write_text("found")
    (data / "closed").chmod(0o700)
    copied = find_home().runnable(binary, data / "closed" / "package", beside)
    assert copied != binary
    done = subprocess.run([copied, "--version"], capture_output=True, text=True, **find_home().identity())
    assert done.stdout == "found"
    assert find_home().runnable(binary, data / "closed" / "package", beside) == copied


@pytest.mark.deep
@as_root
def test_sockets_folder_of_someone_else_is_refused(data: Path) -> None:
    local_folder.make_data_dir()
    local_folder.socket_dir().mkdir(parents=True)
    os.chown(local_folder.socket_dir(), 12345, 12345)
    with pytest.raises(local_folder.LocalError, match="put there by someone else"):
        local_servers.start()
    os.chown(local_folder.socket_dir(), 0, 0)
