"""`manage.py export_organization acme --output acme.tar`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.management.finding import find_organization
from config.organization_move import HISTORY, MoveError, export_organization
from organizations import audit
from organizations.tenancy.actors import system


class Command(BaseCommand):
    """Write all that an organization has to one file; the service goes on meanwhile."""

    help = (
        "Write an organization's history, settings, people, audit and files to a tar file (docs/privacy.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which, and where to."""
        parser.add_argument("organization", metavar="SLUG")
        parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="A tar file.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, and tell how much; raises CommandError."""
        organization = find_organization(options["organization"])
        at = timezone.now()
        try:
            manifest = export_organization(organization, options["output"], at=at)
        except MoveError as error:
            raise CommandError(str(error)) from error
        audit.record(
            organization=organization,
            action="organization.exported",
            subject=organization,
            by=system("export_organization"),
            at=at,
        )
        rows = sum(count for name, count in manifest["rows"].items() if name != HISTORY)
        files = len(manifest["members"]) - len(manifest["rows"])
        self.stdout.write(
            f"{options['output']}: {rows} rows, {manifest['rows'][HISTORY]} lines of history, {files} files"
        )
