"""An organization in one file, and out of it into another, empty installation, where everything is as it was.

The file is a tar: `history.jsonl` in the import's own format; `tables/….jsonl` with every row of every table that the
organization owns, as PostgreSQL writes them; `files/…` as the storage names them; last `manifest.json` with lengths and
SHA-256. Rows keep their keys: a call's address, and what API clients have stored, stay good.
"""

import json
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.contrib.postgres.search import SearchVectorField
from django.db import connection, models, transaction

from analytics.rebuilding import complete
from calls.models import CallCount
from carriers.models import CarrierLane
from config.history_files import history_of
from config.management.commands.backup import (
    MANIFEST,
    add_manifest,
    add_member,
    add_stored_files,
    applied_migrations,
    one_snapshot,
)
from config.management.commands.restore import extract_member, store_files
from organizations import audit, sql
from organizations.models import (
    Delivery,
    DeliveryAttempt,
    Erasure,
    EventEndpoint,
    IdempotencyKey,
    Membership,
    Organization,
    Owned,
    SignInDomain,
    Tally,
    User,
)
from organizations.privacy.deleting import is_derived, owned_models
from organizations.privacy.holdings import FOLDERS
from organizations.tenancy.actors import Actor
from organizations.tenancy.states import SwitchedOff

FORMAT = 1
HISTORY, TABLES = "history.jsonl", "tables/"
ROWS, MAX_SIZE = 1000, 4 * 1024 * 1024  # rows, and characters, that are written at once
LOOKS = (1, 4, 16, 64, 256)  # batches after which PostgreSQL looks at the tables anew

# What stays behind, and why.
LEFT: dict[type[models.Model], str] = {
    IdempotencyKey: "answers of the last 24 hours, to requests of the old address",
    SignInDomain: "tied to an identity provider's connection, which operators make",
    Delivery: "sent from the old installation, signed with its secrets",
    DeliveryAttempt: "sent from the old installation, signed with its secrets",
}
# Columns that only the old installation could read, or that are nobody's business elsewhere.
INSTEAD: dict[type[models.Model], dict[str, str]] = {
    Organization: {"event_types": "'{}'::text[]"},  # what endpoints ask for that are on
    EventEndpoint: {
        "secrets": "'[]'::jsonb",
        "sealed_headers": "''",
        "switched_off_at": "coalesce(switched_off_at, now())",
        "switched_off_for": f"CASE WHEN switched_off_at IS NULL THEN '{SwitchedOff.BY_HAND}' ELSE switched_off_for END",
        "failing_since": "NULL::timestamptz",
    },
    User: {
        "password": "'!'",
        "is_staff": "false",
        "is_superuser": "false",
        "last_login": "NULL::timestamptz",
    },
}
ONLY: dict[type[models.Model], str] = {Erasure: "done_at IS NOT NULL"}


class MoveError(Exception):
    """An organization can't be exported or imported; `str()` says why."""


def moved_models() -> list[type[models.Model]]:
    """What goes along, in the order in which it can be stored: what is referred to comes first."""
    owned = [each for each in reversed(owned_models()) if not _is_made_anew(each) and each not in LEFT]
    return [User, Membership, *owned]


def _is_made_anew(model: type[Owned]) -> bool:
    """Whether triggers and roll-ups make its rows from others."""
    return is_derived(model) or any(
        isinstance(each, SearchVectorField) for each in model._meta.concrete_fields
    )


# Out.


def export_organization(organization: Organization, target: Path, *, at: datetime) -> dict[str, Any]:
    """Write the organization to a file, as it is at one moment, and answer with the manifest; memory is bounded."""
    draft = target.with_name(f".{target.name}.part")
    try:
        with draft.open("wb") as file:
            draft.chmod(0o600)
            manifest = _write(organization, file, at)
        draft.replace(target)
    except OSError as error:
        raise MoveError(f"{target} can't be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _write(organization: Organization, file: IO[bytes], at: datetime) -> dict[str, Any]:
    members: dict[str, dict[str, Any]] = {}
    rows: dict[str, int] = {}
    with tarfile.open(fileobj=file, mode="w|", format=tarfile.PAX_FORMAT) as tar:
        with one_snapshot():
            for name, lines in _parts(organization):
                members[name], rows[name] = _add_lines(tar, name, lines)
            migrations = applied_migrations()
        for folder in FOLDERS.values():
            members |= add_stored_files(tar, folder(organization.pk))
        manifest = {
            "format": FORMAT,
            "madeAt": at.isoformat(),
            "organization": organization.slug,
            "migrations": sorted(migrations),
            "rows": rows,
            "members": members,
        }
        add_manifest(tar, manifest)
    return manifest


def _parts(organization: Organization) -> Iterator[tuple[str, Iterable[bytes]]]:
    yield HISTORY, history_of(organization.pk)
    yield f"{TABLES}{Organization._meta.label}.jsonl", _rows(Organization, "id = %s", [organization.pk])
    for model in moved_models():
        condition = f"organization_id = %s AND {ONLY.get(model, 'true')}"
        if model is User:
            condition = f"id IN ({_people()})"
        values = [organization.pk] * condition.count("%s")
        yield f"{TABLES}{model._meta.label}.jsonl", _rows(model, condition, values)


def _people() -> str:
    """Everybody whom a row names, members and those who were."""
    return " UNION ".join(
        f"SELECT {field.column} FROM {model._meta.db_table} WHERE organization_id = %s"  # noqa: S608 (our own names)
        for model in moved_models()
        if model is not User
        for field in model._meta.concrete_fields
        if field.related_model is User
    )


def _rows(model: type[models.Model], condition: str, values: list[Any]) -> Iterator[bytes]:
    changed = INSTEAD.get(model, {})
    columns = ", ".join(f"{changed.get(name.strip('"'), name)} AS {name}" for name in _columns(model))
    order = ", ".join(_key(model))
    statement = (
        f"SELECT row_to_json(row)::text FROM (SELECT {columns} FROM {model._meta.db_table} "  # noqa: S608
        f"WHERE {condition} ORDER BY {order}) AS row"
    )
    with connection.chunked_cursor() as cursor:
        cursor.execute(statement, values)
        for (row,) in cursor:
            yield f"{row}\n".encode()


def _columns(model: type[models.Model]) -> list[str]:
    quote = connection.ops.quote_name
    return [quote(each.column) for each in model._meta.concrete_fields if each.column and not each.generated]


def _key(model: type[models.Model]) -> list[str]:
    return [str(each.column) for each in model._meta.pk_fields]


def _add_lines(tar: tarfile.TarFile, name: str, lines: Iterable[bytes]) -> tuple[dict[str, Any], int]:
    """Through a file on disk: a member's length stands before it."""
    count = 0
    with tempfile.TemporaryFile() as draft:
        for line in lines:
            draft.write(line)
            count += 1
        size = draft.tell()
        draft.seek(0)
        return add_member(tar, name, draft, size), count


# In.


def import_organization(
    source: Path, *, by: Actor, at: datetime, tell: Callable[[str], None] = print
) -> Organization:
    """Store what `export_organization` wrote, in an installation without organizations; raises MoveError.

    Steps: holds every member to the manifest; stores the organization, suspended until all is there; its rows, in
    batches; the files; counts figures anew. Broken off, it is deleted (`delete_organization`) and begun again.
    """
    if Organization.objects.exists():
        raise MoveError(
            "This installation has organizations already. Rows keep their keys: import into an empty one."
        )
    with tempfile.TemporaryDirectory(prefix="loadline-import-") as folder:
        unpacked = Path(folder)
        manifest = _unpack(source, unpacked)
        _refuse_other_release(manifest)
        organization, suspended_at = _begin(unpacked, at)
        for model in moved_models():
            count = _store(model, unpacked / TABLES / f"{model._meta.label}.jsonl")
            if count:
                tell(f"{model._meta.db_table}: {count}")
        store_files(unpacked, manifest)
    complete(organization)
    with transaction.atomic():
        Organization.objects.filter(pk=organization.pk).update(suspended_at=suspended_at)
        audit.record(
            organization=organization, action="organization.imported", subject=organization, by=by, at=at
        )
    organization.refresh_from_db()
    return organization


def _unpack(source: Path, target: Path) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {}
    try:
        with tarfile.open(source, "r:") as tar:
            for entry in tar:
                found[entry.name] = extract_member(tar, entry, target)
        manifest: dict[str, Any] = json.loads((target / MANIFEST).read_bytes())
    except (OSError, tarfile.TarError, ValueError) as error:
        raise MoveError(f"{source} is no whole export: {error}.") from error
    found.pop(MANIFEST)
    if found != manifest.get("members"):
        raise MoveError(f"{source} isn't as it was written: its members differ from its manifest.")
    return manifest


def _refuse_other_release(manifest: dict[str, Any]) -> None:
    if manifest["format"] != FORMAT or manifest["migrations"] != sorted(applied_migrations()):
        raise MoveError("The export is of another release of Loadline. Bring both to the same release first.")


def _begin(unpacked: Path, at: datetime) -> tuple[Organization, Any]:
    """The organization's own row, suspended."""
    row = json.loads((unpacked / TABLES / f"{Organization._meta.label}.jsonl").read_bytes())
    suspended_at = row["suspended_at"]
    _insert(Organization, [json.dumps(row | {"suspended_at": at.isoformat()})])
    _go_on_counting(Organization)
    return Organization.objects.get(pk=row["id"]), suspended_at


def _store(model: type[models.Model], path: Path) -> int:
    count = 0
    with path.open(encoding="utf-8") as file:
        for number, lines in enumerate(_pieces(file), 1):
            _insert(model, lines)
            count += len(lines)
            if number in LOOKS:  # else it would take a table that was empty for one that still is
                sql.analyze(model, CallCount, CarrierLane, Tally)
    if count:
        _go_on_counting(model)
        sql.analyze(model)
    return count


def _pieces(lines: Iterable[str]) -> Iterator[list[str]]:
    """Rows to be written at once: not too many, nor too much."""
    piece: list[str] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line)
        if len(piece) >= ROWS or size >= MAX_SIZE:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def _insert(model: type[models.Model], lines: Iterable[str]) -> None:
    columns, table = ", ".join(_columns(model)), model._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '5min'")
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {columns} "  # noqa: S608 (our own names)
            f"FROM json_populate_recordset(NULL::{table}, %s::json)",
            [f"[{','.join(lines)}]"],
        )


def _go_on_counting(model: type[models.Model]) -> None:
    """New rows get keys after those that came along."""
    (key, *others) = _key(model)
    if others or model._meta.pk.is_relation:
        return
    table = model._meta.db_table
    sql.fetch(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{key}'), max({key})) FROM {table} "  # noqa: S608
        "HAVING max(id) IS NOT NULL"
    )
