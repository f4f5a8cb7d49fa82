"""`manage.py backup FILE [--to age1…]`: everything that an installation holds, in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.backup import BackupError, back_up


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
