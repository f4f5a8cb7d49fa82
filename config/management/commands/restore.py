"""`manage.py restore FILE [--identity KEYFILE]`: an installation as it was when the backup was made."""

import hashlib
import json
import os
import tarfile
import tempfile
from argparse import ArgumentParser
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import IO, Any

import pyrage
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from bids.models import Outreach
from bids.services.outreach import stop_outreach
from bids.states import OUTREACH_LIFECYCLE
from calls.models import Call
from calls.services.progress import end_call
from calls.states import CallStatus
from config.management.commands.backup import (
    AGE_HEADER,
    DUMP,
    FILES,
    FORMAT,
    MANIFEST,
    PIECE,
    BackupError,
    refuse_pooler,
    rows_of_tables,
    run_tool,
    server_major,
    stored_files,
)
from organizations.models import Organization
from organizations.privacy.erasing import redo
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from organizations.unavailable import StoreAway


def restore(source: Path, *, identity: Path | None = None) -> dict[str, Any]:
    """Put a backup into this installation's database and storage, which must both be empty; answer with its manifest.

    Steps: unpacks into a temporary folder and compares every member with the manifest; loads the dump in one
    transaction; compares the rows of each table; stores the files. Until the dump is loaded nothing has changed.
    `identity` is the file with age's (or SSH's) secret key. Raises BackupError.
    """
    refuse_pooler()
    _refuse_what_is_in_use()
    with tempfile.TemporaryDirectory(prefix="loadline-restore-") as folder:
        unpacked = Path(folder)
        manifest = _unpack(source, unpacked, identity)
        known = server_major()
        if known < manifest["postgresql"]:
            raise BackupError(
                f"The backup is of PostgreSQL {manifest['postgresql']}; this server is older ({known})."
            )
        connection.close()
        run_tool(
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
        if wrong := _differences(manifest["tables"], rows_of_tables()):
            raise BackupError(
                f"After loading, these tables have other rows than the manifest tells: {wrong}."
            )
        store_files(unpacked, manifest)
    return manifest


def store_files(unpacked: Path, manifest: dict[str, Any]) -> None:
    """Put the archive's files into the storage, where nothing has their names."""
    for name in manifest["members"]:
        if name.startswith(FILES):
            with (unpacked / name).open("rb") as file:
                default_storage.save(name.removeprefix(FILES), File(file))


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
    if next(stored_files(default_storage), None) is not None:
        raise BackupError(
            "The storage has files already. Restore into an empty one (MEDIA_ROOT, or the bucket)."
        )


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
        for entry in tar:
            if not entry.isfile():
                raise BackupError(f"The backup has a member that is no file: {entry.name}.")
            found[entry.name] = extract_member(tar, entry, target)


def extract_member(tar: tarfile.TarFile, entry: tarfile.TarInfo, target: Path) -> dict[str, Any]:
    """Write a member to the folder; what the manifest must tell of it."""
    tar.extract(entry, target, filter="data")
    with (target / entry.name).open("rb") as file:
        return {"size": entry.size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


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


class Command(BaseCommand):
    """Restore a backup into an empty database and an empty storage, or end what a recovery by PostgreSQL brought back;
    before any process is started.
    """

    help = (
        "Load a backup into this installation, whose database and storage must be empty (docs/backup.md). Every member "
        "is held to the manifest's checksums before anything changes; calls that were under way are ended, not dialed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which, and how to read it."""
        parser.add_argument("file", type=Path, nargs="?", help="A file that `backup` wrote.")
        parser.add_argument("--identity", type=Path, metavar="KEYFILE", help="age's or SSH's secret key.")
        parser.add_argument(
            "--recovered",
            action="store_true",
            help="PostgreSQL itself has brought the database back to a moment: only end what was under way then.",
        )
        parser.add_argument(
            "--erased",
            type=Path,
            metavar="FILE",
            help="What list_erasures wrote last: erase those people again.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, bring the tables up to this release, and end what was under way; CommandError where it can't."""
        if bool(options["file"]) == options["recovered"]:
            raise CommandError(
                "Give a backup's file, or --recovered where PostgreSQL has recovered by itself."
            )
        try:
            manifest = (
                None if options["recovered"] else restore(options["file"], identity=options["identity"])
            )
        except (BackupError, StoreAway) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        calls, outreaches = end_what_was_under_way(at=timezone.now())
        if manifest:
            rows, files = sum(manifest["tables"].values()), len(manifest["members"]) - 1
            self.stdout.write(f"Restored {rows} rows and {files} files as of {manifest['madeAt']}.")
        if calls or outreaches:
            self.stdout.write(f"Ended what was under way then: {calls} calls, {outreaches} outreaches.")
        if options["erased"]:
            self._erase_again(options["erased"])

    def _erase_again(self, path: Path) -> None:
        try:
            told = [
                json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
            ]
            count, failed = redo(told, by=system("restore"), at=timezone.now())
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{path} can't be read: {error}.") from error
        self.stdout.write(f"Erased {count} people again, {failed} couldn't be.")
