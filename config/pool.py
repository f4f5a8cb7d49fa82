"""How `web` and `live` tell a database connection that still works from one that doesn't."""

import select
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool


def check_connection(connection: Connection[Any]) -> None:
    """Raise where the server has hung up on a connection that lay idle in the pool.

    A server that ends a connection leaves something to read on it, so that those on which there is nothing cost no
    round trip. What there is may also be news of a changed setting: then the server is asked.
    """
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    if poll.poll(0):
        ConnectionPool.check_connection(connection)
