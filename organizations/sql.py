"""What the ORM has no words for: a statement of our own, and locks that stand for a name."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection


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
