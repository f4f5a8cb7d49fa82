"""What tests may say to the database beside what the code does: nothing at all, or with the rights of its owner."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from config.local import folder
from organizations.tenancy.scope import _sight


@contextmanager
def held(*, by_policies: bool = True) -> Iterator[None]:
    """The rights of the processes' role, which row-level security holds; `as_owner` takes back the owner's.

    Not `by_policies`: the owner's own, also where all tests work with less.
    """
    options = connections.settings["default"]["OPTIONS"]
    known, is_held = options["options"], settings.ROW_SECURITY
    connection.close()
    connection.close_pool()
    settings.ROW_SECURITY = by_policies
    role = f" -c role={settings.LOCAL_ROLE}"
    options["options"] = known.replace(role, "") + role * by_policies
    yield
    connection.close()
    connection.close_pool()
    settings.ROW_SECURITY, options["options"] = is_held, known


@contextmanager
def as_owner() -> Iterator[CursorWrapper]:
    """A cursor for statements of the owner, in a transaction; nothing else should be done meanwhile."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {folder.USER}")
        yield cursor
        cursor.execute("SET LOCAL role = DEFAULT")
        connection.connection.said = "unknown"


@contextmanager
def nothing_said() -> Iterator[None]:
    """As a process begins its work: no scope, and not all organizations either. Tests themselves see all."""
    token = _sight.set(None)
    try:
        yield
    finally:
        _sight.reset(token)
