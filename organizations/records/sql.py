"""What the ORM has no words for: statements of our own, some planned once a connection, and locks by name."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper


def fetch(statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    """All rows that the statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def lock(name: str) -> None:
    """Wait until nobody else has locked the name, and lock it until the transaction ends."""
    fetch("SELECT pg_advisory_xact_lock(%s)", [_number(name)])


def try_lock(name: str) -> bool:
    """Lock the name until the transaction ends, unless somebody else has; whether it was locked.

    A statement of its own: one that also looked for rows would see the table as it was before the lock.
    """
    [(is_locked,)] = fetch("SELECT pg_try_advisory_xact_lock(%s)", [_number(name)])
    return bool(is_locked)


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)


# Statements that PostgreSQL plans once a connection, not each time: for the few that nearly every request needs.


def planned_cursor() -> CursorWrapper:
    """Django's cursor, for statements whose text stays the same and whose plan suits all their values.

    It sends the values apart from the text; psycopg prepares a text that a connection has seen a few times. Where
    `prepare_threshold` is None, as behind a pooler of transactions, nothing is prepared, and all works as well.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    # As `connection.cursor()` has it, which would make another kind of cursor.
    make = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return make(ServerBindingCursor(connection.connection))  # type: ignore[arg-type,call-arg]


def fetch_planned(statement: str, values: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows that the statement finds."""
    with planned_cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


class Columns[M: models.Model]:
    """A model's columns in a statement's list, and the objects that its rows make: what the ORM would do, once."""

    def __init__(self, model: type[M], *, alias: str = "", without: Sequence[str] = ()) -> None:
        """Of all columns but some (field names), whose values are then fetched when asked for, as after `defer`."""
        fields = [field for field in model._meta.concrete_fields if field.name not in without]
        self._model = model
        self._names = [field.attname for field in fields]
        self._readers = [
            (at, reader)
            for at, field in enumerate(fields)
            for reader in field.get_db_converters(connections[DEFAULT_DB_ALIAS])
        ]
        self.width = len(fields)
        self.select = ", ".join(f'"{alias or model._meta.db_table}"."{field.column}"' for field in fields)

    def instance(self, values: Iterable[Any]) -> M:
        """The object of a row, of which the values are the columns' in their order."""
        read = list(values)
        for at, reader in self._readers:
            read[at] = reader(read[at], None, connections[DEFAULT_DB_ALIAS])
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, read)
