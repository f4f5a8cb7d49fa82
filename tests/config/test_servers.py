"""What the plugin in tests/servers.py promises to every test."""

import os
import socket

import psycopg
import pytest
import redis
from pytest_socket import SocketConnectBlockedError

from config.local import folder

ELSEWHERE = ("192.0.2.1", 80)  # an address for documentation: nobody has it


@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_sockets_to_elsewhere_are_blocked() -> None:
    with pytest.raises(SocketConnectBlockedError):
        socket.create_connection(ELSEWHERE, timeout=1)


def test_loopback_is_open() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        socket.create_connection(("localhost", listener.getsockname()[1])).close()


@pytest.mark.skipif(not folder.needs_postgres(), reason="DATABASE_URL is set: no PostgreSQL is started here")
def test_postgres_answers() -> None:
    with psycopg.connect(
        host=str(folder.socket_dir()), user=folder.USER, dbname=folder.DATABASE
    ) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("off",)


@pytest.mark.skipif(not folder.needs_redis(), reason="REDIS_URL is set: no Valkey is started here")
def test_valkey_answers() -> None:
    with redis.Redis.from_url(folder.redis_url()) as client:
        assert client.ping()


def test_each_worker_has_a_redis_database_of_its_own() -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    assert folder.redis_url().endswith(f"?db={int(worker[2:]) + 1 if worker else 0}")
