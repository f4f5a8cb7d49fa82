"""Statements that PostgreSQL plans once a connection, not each time: for the few that nearly every request needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper


def planned_cursor() -> CursorWrapper:
    """Django's cursor, for statements whose text stays the same and whose plan suits all their values.

    It sends the values apart from the text; psycopg prepares a text that a connection has seen a few times. Where
    `prepare_threshold` is None, as behind a pooler of transactions, nothing is prepared, and all works as well.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    # As `connection.cursor()` has it, which would make another kind of cursor.
    return connection._prepare_cursor(ServerBindingCursor(connection.connection))  # type: ignore[attr-defined,no-any-return,call-arg]


def fetch_planned(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows that the statement finds."""
    with planned_cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()
