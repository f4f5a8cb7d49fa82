"""Many rows in one statement, for imports: written from one JSON document, with the trail of where each came from.

A statement a table and batch instead of one a row; and one document is one parameter, whatever the number of rows
and columns. All functions know only columns of our own models.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any

import orjson
import psycopg
from django.db import connection, models
from psycopg.types.json import Json

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
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
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


# A line of an import, and what became of it.


DIGEST_BYTES = 8


class Outcome(Enum):
    """What an accepted line did; the values are the words of the summary."""

    IMPORTED = "imported"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


class Refused(ValueError):
    """A line that can't be taken in; `str()` says everything that is wrong with it."""


class Raced(RuntimeError):
    """Another process wrote the same row just now: the batch is to be begun again."""


@dataclass(slots=True)
class Line:
    """One JSON object of a file.

    `values` is what a service's `read…()` made of it; `key` says which row of its type it is about.
    """

    number: int
    raw: bytes
    data: dict[str, Any]
    digest: bytes
    values: dict[str, Any] = field(default_factory=dict)
    key: Any = None


def digest_of(data: dict[str, Any]) -> bytes:
    """Eight bytes that tell one line from another of the same key, whatever their keys' order and white space."""
    text = orjson.dumps(data, option=orjson.OPT_SORT_KEYS, default=str)
    return blake2b(text, digest_size=DIGEST_BYTES).digest()


# Which lines told of a row, in order: how an import knows what it has taken in before. Pure.


MAX_LINES = 250  # of one row; who tells more of it is told "updated" when the file is read again


type Trail = bytes | memoryview[int] | None


def split(trail: Trail) -> list[bytes]:
    """Return the digests in a stored trail."""
    whole = bytes(trail or b"")
    return [whole[start : start + DIGEST_BYTES] for start in range(0, len(whole), DIGEST_BYTES)]


def join(digests: Sequence[bytes]) -> bytes:
    """Return the trail to store: each digest once, at its last place."""
    return b"".join(once(digests)[-MAX_LINES:])


def once(digests: Sequence[bytes]) -> list[bytes]:
    """Return each digest once, at its last place."""
    return list(reversed(dict.fromkeys(reversed(digests))))


def is_end(told: Sequence[bytes], digests: Sequence[bytes]) -> bool:
    """Whether the lines told, in order, are what the trail ends with."""
    wanted = once(told)
    return list(digests[-len(wanted) :]) == wanted
