"""Several statements that see the database as of one instant."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from psycopg import IsolationLevel


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read inside is of the moment of the first statement; nothing may be written.

    Inside a transaction that has begun, as in most tests, statements see what they always do there.
    """
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    session = connection.connection
    before = session.isolation_level, session.read_only
    # Told with BEGIN, which spares a statement.
    session.isolation_level, session.read_only = IsolationLevel.REPEATABLE_READ, True
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                # What is prepared here has one good plan, by key, which would take longer to find again than to follow.
                cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
            yield
    finally:
        if not session.closed:
            session.isolation_level, session.read_only = before
