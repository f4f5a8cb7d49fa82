"""Statements that PostgreSQL plans once a connection, not each time: for the few that nearly every request needs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper


class _PreparingCursor(ServerBindingCursor):
    """Sends a statement's values apart from its text, and prepares the text."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        """Execute a statement; what is prepared is kept with the connection."""
        return super().execute(query, params, prepare=True, **options)  # type: ignore[misc]


@contextmanager
def planned_cursor() -> Iterator[CursorWrapper]:
    """Django's cursor, for statements whose text stays the same and whose plan suits all their values."""
    with connection.cursor() as cursor:
        cursor.cursor = _PreparingCursor(connection.connection)  # type: ignore[call-arg]
        yield cursor


def fetch_planned(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows that the statement finds."""
    with planned_cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()
