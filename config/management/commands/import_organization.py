"""`manage.py import_organization acme.tar`: into an installation without organizations."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.management.commands.restore import end_what_was_under_way
from config.organization_move import MoveError, import_organization
from organizations.tenancy.actors import system


class Command(BaseCommand):
    """Store what `export_organization` wrote: the same figures, the same lists, the same keys."""

    help = (
        "Store an exported organization in this installation, which must have none yet (docs/privacy.md). People set "
        "new passwords; calls that were under way are ended, not dialed; event endpoints are off."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file", type=Path, help="A file that export_organization wrote.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Store it; raises CommandError."""
        at = timezone.now()
        try:
            organization = import_organization(
                options["file"], by=system("import_organization"), at=at, tell=self.stdout.write
            )
        except MoveError as error:
            raise CommandError(str(error)) from error
        calls, outreaches = end_what_was_under_way(at=at)
        if calls or outreaches:
            self.stdout.write(f"Ended what was under way: {calls} calls, {outreaches} outreaches.")
        self.stdout.write(f"Imported {organization.slug}.")
