"""The tests' database, copied from one that is migrated; and what they may say to it beside what the code does."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader

from config.local import folder
from organizations import partitions
from organizations.tenancy.scope import _sight

TEMPLATE = "loadline_template_"
MAKING = 20_261_127  # the lock of whoever makes one


def migrated() -> str:
    """A database with all migrations, to copy from; whoever comes first after a change of one makes it, others wait.

    `migrate` runs on the copy again: it finds nothing to do but what it does each time.
    """
    name = TEMPLATE + _digest()
    known = connections.settings["default"]["NAME"]
    with connection._nodb_cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")  # another process may need a while to make it
        cursor.execute("SELECT pg_advisory_lock(%s)", [MAKING])
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [TEMPLATE])
        there = {each for (each,) in cursor}
        if name in there:
            return name
        for old in there:
            cursor.execute(f"DROP DATABASE {old}")
        cursor.execute(f"CREATE DATABASE {name}_unfinished")
        connections.settings["default"]["NAME"] = f"{name}_unfinished"
        try:
            call_command("migrate", verbosity=0)
        finally:
            connection.close()
            connection.close_pool()
            connections.settings["default"]["NAME"] = known
        cursor.execute(f"ALTER DATABASE {name}_unfinished RENAME TO {name}")
    return name


def _digest() -> str:
    """What tells one set of migrations from another: their text, and that of our own operation."""
    modules = {each.__module__ for each in MigrationLoader(None).disk_migrations.values()}
    files = [Path(import_module(each).__file__) for each in sorted({*modules, partitions.__name__})]
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


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
