"""The two statements of the webhook's hot path, written out.

For a table of forty columns the ORM takes four times as long to compose its SELECT as PostgreSQL takes to
answer it (450 µs against 110). Django's ON CONFLICT DO NOTHING returns no key, and its get_or_create() takes a
savepoint.
"""

from functools import cache

from django.db import connection

from loads.models import Load

FIELDS = Load._meta.concrete_fields
NAMES = [field.attname for field in FIELDS]
INSERTED = [field for field in FIELDS if not field.primary_key]


def find_locked(organization_id: int, external_id: str) -> Load | None:
    """Return the load, locked until the transaction ends; its key isn't, so that new calls can refer to it."""
    with connection.cursor() as cursor:
        cursor.execute(_statements()[0], [organization_id, external_id])
        row = cursor.fetchone()
    return None if row is None else Load.from_db(connection.alias, NAMES, row)


def insert(load: Load) -> bool:
    """Insert the load and set its key, unless its id is taken; whether it was inserted.

    Waits where another transaction is about to insert the same id.
    """
    values = [field.get_db_prep_save(getattr(load, field.attname), connection) for field in INSERTED]
    with connection.cursor() as cursor:
        cursor.execute(_statements()[1], values)
        row = cursor.fetchone()
    if row is None:
        return False
    load.pk = row[0]
    load._state.adding = False
    load._state.db = connection.alias
    return True


@cache
def _statements() -> tuple[str, str]:
    """Return SELECT and INSERT over the model's columns."""
    quote = connection.ops.quote_name
    table = quote(Load._meta.db_table)
    columns = ", ".join(quote(field.column or "") for field in FIELDS)
    inserted = ", ".join(quote(field.column or "") for field in INSERTED)
    marks = ", ".join(["%s"] * len(INSERTED))
    key = "organization_id = %s AND external_id = %s"
    return (  # names of our own model alone
        f"SELECT {columns} FROM {table} WHERE {key} FOR NO KEY UPDATE",  # noqa: S608
        f"INSERT INTO {table} ({inserted}) VALUES ({marks}) "  # noqa: S608
        "ON CONFLICT (organization_id, external_id) DO NOTHING RETURNING id",
    )
