"""The statements of the webhook's hot path, written out: one that reads a load, and one that stores what an event did.

Each trip to PostgreSQL costs a few times what it does there, and the ORM needs six of them. A load goes there as JSON,
one value instead of forty.

Nothing is locked between the two: what is stored depends on the load's version, which PostgreSQL changes with each
update (`xmin`). Who finds that another event was faster starts anew, with the lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Self

import orjson
from django.db import DEFAULT_DB_ALIAS, models
from django.db.models.base import ModelState

from loads.events import STOP_COLUMNS
from loads.models import Load, LoadEvent, Stop
from organizations.lookup import Along
from organizations.models import ApiToken, Organization
from organizations.planned import fetch_planned

COLUMNS = [field.attname for field in Load._meta.concrete_fields]
WRITTEN = [field.attname for field in Load._meta.concrete_fields if not field.primary_key]


@dataclass(frozen=True, slots=True)
class Received:
    """An accepted event, as LoadEvent keeps it; `stops` are the load's new ones, None where they stay."""

    at: datetime
    source: str
    raw: bytes
    changes: dict[str, Any]
    stops: list[dict[str, Any]] | None


@dataclass(frozen=True, slots=True)
class Seen:
    """The load of an id as another statement read it along."""

    external_id: str
    along: Along

    @classmethod
    def of(cls, external_id: str) -> Self:
        """Yet to be read."""
        return cls(external_id, Along(_ALONG_COLUMNS, _ALONG_JOIN, [external_id]))

    @property
    def found(self) -> tuple[Load, str] | None:
        """As `find`, once it was read."""
        assert self.along.row is not None, "nobody has read it"
        return None if self.along.row[-1] is None else _found(self.along.row)


def new(organization: Organization, external_id: str, at: datetime) -> Load:
    """Return a load of which nothing else is known."""
    load = _made(_blank() | {"external_id": external_id, "created_at": at, "updated_at": at})
    load.organization = organization
    return load


def find(organization_id: int, external_id: str, *, is_locked: bool = False) -> tuple[Load, str] | None:
    """Return the load and its version; locked, if asked, until the transaction ends.

    Its key isn't locked, so that new calls can refer to it.
    """
    found = fetch_planned(_FIND + (" FOR NO KEY UPDATE" if is_locked else ""), [organization_id, external_id])
    if not found:
        return None
    return _found(found[0])


def _found(row: Sequence[Any]) -> tuple[Load, str]:
    *values, version = row
    load = _made(dict(zip(COLUMNS, values, strict=True)))
    load._state.adding, load._state.db = False, DEFAULT_DB_ALIAS
    return load, version


def _made(values: dict[str, Any]) -> Load:
    """A load of all its columns' values: Django asks each of the fields, and takes as long as PostgreSQL."""
    load = Load.__new__(Load)
    load.__dict__ = {"_state": ModelState(), **values}
    return load


@cache
def _blank() -> dict[str, Any]:
    blank = Load()
    return {name: getattr(blank, name) for name in COLUMNS}


def stops_of(load: Load) -> list[dict[str, Any]]:
    """Return the columns of the load's stops, in order."""
    return [dict(zip(STOP_COLUMNS, row, strict=True)) for row in fetch_planned(_STOPS, [load.pk])]


def insert(load: Load, received: Received | None = None) -> bool:
    """Insert the load, set its key and keep the event, unless the load's id is taken; whether it was.

    Waits where another transaction is about to insert the same id.
    """
    values = {"load": _dumps({name: getattr(load, name) for name in WRITTEN})}
    statement, more = (_INSERT, {}) if received is None else (_stored_by(_INSERT), _values(load, received))
    found = fetch_planned(statement, values | more)
    if found:
        load.pk = found[0][0]
        load._state.adding = False
        load._state.db = DEFAULT_DB_ALIAS
    return bool(found)


def update(load: Load, version: str, received: Received) -> bool:
    """Store the load and keep the event, unless the load has another version by now; whether it was stored."""
    values = {"load": _dumps({name: getattr(load, name) for name in WRITTEN}), "version": version}
    return bool(fetch_planned(_stored_by(_UPDATE), values | _values(load, received)))


def keep(load: Load, version: str, received: Received) -> bool:
    """Keep an event that changed nothing, unless the load has another version by now; whether it was kept."""
    return bool(fetch_planned(_stored_by(_LOCK), {"version": version} | _values(load, received)))


def _values(load: Load, received: Received) -> dict[str, Any]:
    return {
        "id": load.pk,
        "organization": load.organization_id,
        "at": received.at,
        "source": received.source,
        "raw": received.raw,
        "changes": _dumps(received.changes),
        "stops": None if received.stops is None else _dumps(received.stops),
    }


def _dumps(value: Any) -> str:
    return orjson.dumps(value, default=_plain).decode()


def _plain(value: Any) -> str:
    """A Decimal, or bytes as PostgreSQL reads them."""
    return "\\x" + bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


@cache
def _stored_by(statement: str) -> str:
    """The statement that finds or writes the load, and with it everything else that the event did."""
    return _STORE.format(load=statement)


def _table(model: type[models.Model]) -> str:
    return model._meta.db_table


# Names of our own models alone.
_WRITTEN = ", ".join(WRITTEN)
_STOP = ", ".join(STOP_COLUMNS)
_FIND = f"""
SELECT {", ".join(COLUMNS)}, xmin::text FROM {_table(Load)} WHERE organization_id = %s AND external_id = %s
"""  # noqa: S608
_ALONG_COLUMNS = f"{', '.join(f'load.{name}' for name in COLUMNS)}, load.xmin::text"
_ALONG_JOIN = f"""
LEFT JOIN {_table(Load)} AS load
ON load.organization_id = {_table(ApiToken)}.organization_id AND load.external_id = %s
"""
_STOPS = f"SELECT {_STOP} FROM {_table(Stop)} WHERE load_id = %s ORDER BY position"  # noqa: S608
_INSERT = f"""
INSERT INTO {_table(Load)} ({_WRITTEN})
SELECT {_WRITTEN} FROM json_populate_record(NULL::{_table(Load)}, %(load)s)
ON CONFLICT (organization_id, external_id) DO NOTHING RETURNING id
"""  # noqa: S608
_UPDATE = f"""
UPDATE {_table(Load)} SET ({_WRITTEN}) = (SELECT {_WRITTEN} FROM json_populate_record(NULL::{_table(Load)}, %(load)s))
WHERE id = %(id)s AND xmin = %(version)s::xid RETURNING id
"""  # noqa: S608
_LOCK = f"""
SELECT id FROM {_table(Load)} WHERE id = %(id)s AND xmin = %(version)s::xid FOR NO KEY UPDATE
"""  # noqa: S608
_STORE = f"""
WITH load AS ({{load}}), gone AS (
    DELETE FROM {_table(Stop)} USING load WHERE load_id = load.id AND %(stops)s::json IS NOT NULL
), come AS (
    INSERT INTO {_table(Stop)} (organization_id, load_id, {_STOP})
    SELECT %(organization)s, load.id, {", ".join(f"stop.{name}" for name in STOP_COLUMNS)}
    FROM load, json_populate_recordset(NULL::{_table(Stop)}, %(stops)s) AS stop
), kept AS (
    INSERT INTO {_table(LoadEvent)} (organization_id, load_id, received_at, source, raw, is_accepted, changes, errors)
    SELECT %(organization)s, load.id, %(at)s, %(source)s, %(raw)s, true, %(changes)s::jsonb, '[]' FROM load
)
SELECT id FROM load
"""  # noqa: S608
