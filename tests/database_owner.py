"""The rights of the database's owner, for what the processes' role may not do."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from config.local import folder


@contextmanager
def as_owner() -> Iterator[CursorWrapper]:
    """A cursor for statements of the owner, in a transaction; nothing else should be done meanwhile."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {folder.USER}")
        yield cursor
        cursor.execute("SET LOCAL role = DEFAULT")
        connection.connection.said = "unknown"
