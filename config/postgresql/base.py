"""Django's PostgreSQL, whose connections give up on a server that hangs and are looked at without asking it.

Each thread of `web` keeps its connection; the many threads of `live` share a pool's; whatever else runs closes its own.
"""

import select
import time
from collections.abc import Generator
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import Connection
from psycopg.pq import TransactionStatus
from psycopg.waiting import Ready
from psycopg_pool import ConnectionPool


def check_connection(connection: Connection[Any]) -> None:
    """Raise where the server has hung up on a connection that lay idle.

    A server that ends a connection leaves something to read on it, so that those on which there is nothing cost no
    round trip. What there is may also be news of a changed setting: then the server is asked.
    """
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    if poll.poll(0):
        ConnectionPool.check_connection(connection)


# A server that hangs closes nothing and answers nothing: its own limit of a statement's time doesn't run either.


SILENCE = 2.5  # seconds without a word until somebody looks whether the server still answers
MAX_GREETING = 2  # seconds that it may take to answer a new connection; libpq's least


class WatchedConnection(Connection[Any]):
    """A connection that gives up on a server which no longer answers anybody; a slow statement is waited for."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        """As psycopg's; OperationalError, and the connection closed, where the server hangs."""
        return super().wait(_watched(gen, self), *args, **kwargs)


def _watched(gen: Generator[Any, Any, Any], connection: Connection[Any]) -> Generator[Any, Any, Any]:
    look_at = time.monotonic() + SILENCE
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready != Ready.NONE:
                wanted = gen.send(ready)
                continue
            if time.monotonic() > look_at:
                if _hangs(connection):
                    connection.close()
                    raise psycopg.OperationalError("the server doesn't answer any more")
                look_at = time.monotonic() + SILENCE
            gen.send(ready)
    except StopIteration as end:
        return end.value


def _hangs(connection: Connection[Any]) -> bool:
    """Whether a new connection gets no word; a refusal is one."""
    known = connection.info
    try:
        psycopg.connect(
            host=known.host,
            port=known.port,
            user=known.user,
            dbname=known.dbname,
            connect_timeout=MAX_GREETING,
        ).close()
    except psycopg.errors.ConnectionTimeout:
        return True
    except psycopg.OperationalError:
        return False
    return False


class DatabaseWrapper(base.DatabaseWrapper):
    """PostgreSQL, with connections of ours where no pool hands them out."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        """As Django's; a `WatchedConnection`."""
        if self.pool:
            return super().get_new_connection(conn_params)
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return WatchedConnection.connect(**conn_params)

    def is_usable(self) -> bool:
        """Whether a connection can be used again; one that was kept is looked at, and one amid a transaction asked."""
        if self.connection is None or self.connection.closed:
            return False
        if self.connection.info.transaction_status != TransactionStatus.IDLE:
            return super().is_usable()
        try:
            check_connection(self.connection)
        except psycopg.Error:
            return False
        return True
