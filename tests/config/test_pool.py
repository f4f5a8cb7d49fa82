"""The pool: no round trip for a connection that is well, no dead one handed out, no waiting for a server that hangs."""

import contextlib
import socket
import threading
from unittest.mock import patch

import psycopg
import pytest
from django.db import connection
from psycopg import Connection
from psycopg_pool import ConnectionPool

from config import backends
from config.backends import WatchedConnection, check_connection


@pytest.fixture
def pool(db):
    parameters = connection.get_connection_params() | {"autocommit": True}
    with ConnectionPool(
        kwargs=parameters, min_size=1, max_size=1, timeout=30, check=check_connection
    ) as made:
        made.wait()
        yield made


def pid_of(pool):
    with pool.connection() as borrowed:
        return borrowed.info.backend_pid


def test_connection_that_is_well_costs_no_round_trip(pool):
    with patch.object(Connection, "execute", side_effect=AssertionError):
        assert pid_of(pool) == pid_of(pool)


def test_connection_that_the_server_ended_is_replaced(pool):
    old = pid_of(pool)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [old])

    new = pid_of(pool)

    assert new != old
    with pool.connection() as borrowed:
        assert borrowed.execute("SELECT 1").fetchone() == (1,)


def test_news_from_the_server_end_no_connection(pool):
    """A notification stands here for a setting that was changed, which a server tells as well."""
    pid = pid_of(pool)
    with pool.connection() as borrowed:
        borrowed.execute("LISTEN news")
    with Connection.connect(**connection.get_connection_params()) as other:
        other.execute("NOTIFY news")

    assert pid_of(pool) == pid


class Between:
    """Stands between a client and the database; `hang` lets nothing through any more, and answers nobody."""

    def __init__(self, parameters):
        self.hangs, self.ends = threading.Event(), []
        self.server = parameters
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = self._server()
                self.ends += [client, server]
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _server(self):
        host, port = self.server["host"], self.server.get("port") or 5432
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.{port}")
        return server

    def _pass(self, one, other):
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                if self.hangs.is_set():
                    return
                other.sendall(piece)
            other.close()

    def close(self):
        """End everything that goes through."""
        self.listener.close()
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def between(db):
    told = connection.get_connection_params()
    made = Between(told)
    with connection.cursor() as cursor:
        with contextlib.closing(made):
            yield made
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def watched(between, monkeypatch):
    monkeypatch.setattr(backends, "SILENCE", 0.2)
    parameters = connection.get_connection_params()
    told = {name: parameters[name] for name in ("dbname", "user", "password") if name in parameters}
    with WatchedConnection.connect(
        **told, host="127.0.0.1", port=between.port, sslmode="disable", gssencmode="disable", autocommit=True
    ) as made:
        yield made


@pytest.mark.deep
def test_server_that_hangs_is_given_up(between, watched):
    assert watched.execute("SELECT 1").fetchone() == (1,)
    between.hangs.set()

    with pytest.raises(psycopg.OperationalError, match="doesn't answer"):
        watched.execute("SELECT 1")

    assert watched.closed


@pytest.mark.deep
def test_statement_that_takes_long_is_waited_for(watched):
    with patch.object(backends, "_hangs", wraps=backends._hangs) as looked:
        assert watched.execute("SELECT pg_sleep(1), 7").fetchone()[1] == 7

    assert looked.called
    assert not watched.closed
