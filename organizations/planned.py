"""Statements that PostgreSQL plans once a connection, not each time: for the few that nearly every request needs."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper


@contextmanager
def planned_cursor() -> Iterator[CursorWrapper]:
    """Django's cursor, for statements whose text stays the same and whose plan suits all their values.

    It sends the values apart from the text; psycopg prepares a text that a connection has seen a few times. Where
    `prepare_threshold` is None, as behind a pooler of transactions, nothing is prepared, and all works as well.
    """
    with connection.cursor() as cursor:
        cursor.cursor = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]
        yield cursor


def fetch_planned(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows that the statement finds."""
    with planned_cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()
