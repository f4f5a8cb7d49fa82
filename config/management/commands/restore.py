"""`manage.py restore FILE [--identity KEYFILE]`: an installation as it was when the backup was made."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.backup import BackupError, end_what_was_under_way, restore


class Command(BaseCommand):
    """Restore a backup into an empty database and an empty storage, before any process is started."""

    help = (
        "Load a backup into this installation, whose database and storage must be empty (docs/backup.md). Every member "
        "is held to the manifest's checksums before anything changes; calls that were under way are ended, not dialed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which, and how to read it."""
        parser.add_argument("file", type=Path, help="A file that `backup` wrote.")
        parser.add_argument("--identity", type=Path, metavar="KEYFILE", help="age's or SSH's secret key.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore, bring the tables up to this release, and end what was under way; CommandError where it can't."""
        try:
            manifest = restore(options["file"], identity=options["identity"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        calls, outreaches = end_what_was_under_way(at=timezone.now())
        rows, files = sum(manifest["tables"].values()), len(manifest["members"]) - 1
        self.stdout.write(f"Restored {rows} rows and {files} files as of {manifest['madeAt']}.")
        if calls or outreaches:
            self.stdout.write(f"Ended what was under way then: {calls} calls, {outreaches} outreaches.")
