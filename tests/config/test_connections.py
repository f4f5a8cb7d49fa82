"""Connections: no round trip for one that is well, no dead one used again, no waiting for a server that hangs."""

import contextlib
import socket
import threading
from unittest.mock import patch

import psycopg
import pytest
from django.db import OperationalError, connection
from psycopg import Connection
from psycopg_pool import ConnectionPool

from config.postgresql import base
from config.postgresql.base import WatchedConnection, check_connection


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


@pytest.fixture
def kept(db):
    """A connection as a thread of `web` keeps it."""
    settings = connection.settings_dict | {
        "CONN_MAX_AGE": None,
        "OPTIONS": connection.settings_dict["OPTIONS"] | {"pool": False},
    }
    made = base.DatabaseWrapper(settings)
    with contextlib.closing(made):
        made.ensure_connection()
        yield made


def backend_of(kept):
    with kept.cursor():
        return kept.connection.info.backend_pid


def test_kept_connection_gives_up_on_a_server_that_hangs(kept):
    assert isinstance(kept.connection, WatchedConnection)


def test_kept_connection_that_is_well_costs_no_round_trip(kept):
    kept.close_if_unusable_or_obsolete()  # as where a request begins
    old = kept.connection
    with patch.object(Connection, "execute", side_effect=AssertionError), kept.cursor():
        assert kept.connection is old


def test_kept_connection_that_the_server_ended_is_replaced(kept):
    old = backend_of(kept)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [old])

    kept.close_if_unusable_or_obsolete()  # as where a request begins

    assert backend_of(kept) != old


def test_kept_connection_that_broke_amid_a_request_is_replaced(kept):
    with kept.cursor() as cursor:
        with connection.cursor() as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [kept.connection.info.backend_pid])
        with pytest.raises(OperationalError):
            cursor.execute("SELECT 1")

    kept.close_if_unusable_or_obsolete()  # as where a request begins

    with kept.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


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
            end.close()


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
    monkeypatch.setattr(base, "SILENCE", 0.2)
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
    with patch.object(base, "_hangs", wraps=base._hangs) as looked:
        assert watched.execute("SELECT pg_sleep(1), 7").fetchone()[1] == 7

    assert looked.called
    assert not watched.closed
