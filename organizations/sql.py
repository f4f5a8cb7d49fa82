"""What the ORM has no words for: statements of our own, some planned once a connection; locks by name; and many rows
in one statement, for imports.

Many rows are written from one JSON document: a statement a table and batch instead of one a row, and one parameter,
whatever the number of rows and columns. Those functions know only columns of our own models.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

import orjson
import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper
from psycopg.types.json import Json

from organizations.tenancy.row_security import PlannedCursor, tell
from organizations.tenancy.scope import unscoped


def fetch(statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
    """All rows that the statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def fetch_by_index(
    statement: str, values: Mapping[str, Any], *, is_planned: bool = False
) -> list[tuple[Any, ...]]:
    """All rows that a statement finds which names its organization itself, above row-level security.

    Below a policy PostgreSQL takes no index for an operator that isn't known to be leakproof: words, likeness, ranges
    (docs/adr/0019-row-level-security.md). For those few statements alone.
    """
    with unscoped():
        return fetch_planned(statement, values) if is_planned else fetch(statement, values)


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

    A text that a connection has seen a few times is prepared, by psycopg or by the cursor itself. Where
    `prepare_threshold` is None, as behind a pooler of transactions, nothing is, and all works as well.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    connection.ensure_connection()
    # As `connection.cursor()` has it, which would make another kind of cursor.
    make = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    kind = PlannedCursor if settings.ROW_SECURITY else ServerBindingCursor
    return make(kind(connection.connection))  # type: ignore[arg-type,call-arg]


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


type Rows = Sequence[dict[str, Any]]


def insert(
    model: type[models.Model],
    rows: Rows,
    *,
    returning: Sequence[str] = (),
    ignore_conflicts: bool = False,
    **same: Any,
) -> list[tuple[Any, ...]]:
    """Insert the rows (by column, all with the same columns) and return the columns asked for.

    `same` are columns that are the same in each row. Columns not named take the model's default, or the database's.
    With `ignore_conflicts` a row that some other one stands in the way of is left out, also of what is returned.
    """
    if not rows:
        return []
    names = list(rows[0])
    same = {**_defaults(model, frozenset(names) | frozenset(same)), **same}
    columns = ", ".join(_quote(name) for name in (*names, *same))
    chosen = ", ".join(
        [f"row.{_quote(name)}" for name in names] + [f"%s::{_type(model, name)}" for name in same]
    )
    sql = f"INSERT INTO {_table(model)} ({columns}) SELECT {chosen} FROM {_rows(model, names)}"  # noqa: S608
    if ignore_conflicts:
        sql += " ON CONFLICT DO NOTHING"
    if returning:
        sql += f" RETURNING {', '.join(_quote(name) for name in returning)}"
    return _run(sql, [*(_prepared(model, name, value) for name, value in same.items()), _json(rows)])


def find(
    model: type[models.Model],
    columns: Sequence[str],
    *,
    organization_id: int,
    among: tuple[str, Collection[Any]],
    **equal: Any,
) -> list[tuple[Any, ...]]:
    """Return columns of the organization's rows in which one column has one of many values, others the one given.

    One array as parameter: of Django's `__in` with a thousand values the composing takes longer than the search.
    An empty text is never looked for: our unique indexes leave it out, and are used only where the query says so too.
    """
    name, values = among
    if not values:
        return []
    rules = "".join(f" AND {_quote(column)} = %s" for column in equal)
    if isinstance(_field(model, name), models.CharField):
        rules += f" AND {_quote(name)} <> ''"
    sql = (
        f"SELECT {', '.join(_quote(column) for column in columns)} FROM {_table(model)} "  # noqa: S608
        f"WHERE organization_id = %s AND {_quote(name)} = ANY(%s::{_type(model, name)}[]){rules}"
    )
    return _run(sql, [organization_id, list(values), *equal.values()])


def update(model: type[models.Model], rows: Rows, *, organization_id: int) -> None:
    """Give the organization's rows, found by their primary key's column, the other columns' values."""
    if not rows:
        return
    key = model._meta.pk.attname
    names = list(rows[0])
    assigned = ", ".join(f"{_quote(name)} = row.{_quote(name)}" for name in names if name != key)
    sql = (
        f"UPDATE {_table(model)} AS stored SET {assigned} FROM {_rows(model, names)} "  # noqa: S608
        f"WHERE stored.{_quote(key)} = row.{_quote(key)} AND stored.organization_id = %s"
    )
    _run(sql, [_json(rows), organization_id])


def analyze(*tables: type[models.Model]) -> None:
    """Let PostgreSQL look at what the tables hold now.

    It would by itself, minutes later; until then it takes an organization that is new for one of few rows, and reads
    all of them for each batch.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE {', '.join(_table(model) for model in tables)}")


def _rows(model: type[models.Model], names: Sequence[str]) -> str:
    columns = ", ".join(f"{_quote(name)} {_type(model, name)}" for name in names)
    return f"json_to_recordset(%s::json) AS row ({columns})"


def _run(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Execute, and return the rows where there are any.

    By a cursor that sends the parameters beside the statement: Django's own writes them into its text, quoted, and
    needs three more copies of them.
    """
    with transaction.atomic(savepoint=False), connection.wrap_database_errors:
        connection.ensure_connection()
        tell(connection.connection)  # type: ignore[arg-type]  # there is one now
        cursor = psycopg.Cursor(connection.connection)  # type: ignore[arg-type]
        cursor.execute(sql.encode(), parameters)
        return cursor.fetchall() if cursor.description else []


def _json(rows: Rows) -> Json:
    return Json(rows, dumps=_dump)


def _dump(rows: Rows) -> bytes:
    return orjson.dumps(rows, default=_plain, option=orjson.OPT_PASSTHROUGH_SUBCLASS)


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal | str):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return "\\x" + bytes(value).hex()
    raise TypeError(f"{type(value)} has no place in a row")


def _quote(name: str) -> str:
    return str(connection.ops.quote_name(name))


def _table(model: type[models.Model]) -> str:
    return _quote(model._meta.db_table)


@cache
def _type(model: type[models.Model], name: str) -> str:
    return str(_field(model, name).db_type(connection))


@cache
def _field(model: type[models.Model], name: str) -> "models.Field[Any, Any]":
    return next(field for field in model._meta.concrete_fields if field.attname == name)


@cache
def _defaults(model: type[models.Model], given: frozenset[str]) -> dict[str, Any]:
    """Columns not given whose default is the model's: the database knows only those said with `db_default`."""
    return {
        field.attname: field.get_default()
        for field in model._meta.concrete_fields
        if field.attname not in given
        and not (field.primary_key or field.null or field.has_db_default())
        and not isinstance(field.get_default(), datetime)
    }


def _prepared(model: type[models.Model], name: str, value: Any) -> Any:
    return _field(model, name).get_db_prep_save(value, connection)
