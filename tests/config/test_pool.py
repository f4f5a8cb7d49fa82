"""The pool's check: no round trip for a connection that is well, and no dead one handed out."""

from unittest.mock import patch

import pytest
from django.db import connection
from psycopg import Connection
from psycopg_pool import ConnectionPool

from config.backends import check_connection


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
