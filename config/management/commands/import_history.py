"""`manage.py import_history --organization acme history.jsonl [more.jsonl.gz …]`; `-` is standard input."""

from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from analytics.rebuilding import complete
from config.history_import import database_needed, import_files, open_sources, report
from organizations import services as organizations
from organizations.models import Organization
from organizations.tenancy.actors import system

BY = system("import")


class Command(BaseCommand):
    """Import calls, e-mail threads, loads and carriers from JSON Lines."""

    help = (
        "Import loads, carriers, calls and e-mail threads with their bids and bookings from JSON Lines "
        "(docs/history-import.md). Ends with 1 when lines were rejected."
    )

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization, --create and the files."""
        parser.add_argument(
            "--organization", required=True, metavar="SLUG", help="Whom the history belongs to."
        )
        parser.add_argument(
            "--create", action="store_true", help="Create the organization if it doesn't exist."
        )
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="JSON Lines, also as .gz; - is standard input."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and tell."""
        at = timezone.now()
        with ExitStack() as stack:
            sources = open_sources(stack, options["files"])
            organization = self._organization(options["organization"], may_create=options["create"], at=at)
            with database_needed():
                summary, rejections = import_files(organization, sources, by=BY, at=at)
        complete(organization)
        report(self, summary, rejections)

    def _organization(self, slug: str, *, may_create: bool, at: Any) -> Organization:
        found = Organization.objects.filter(slug=slug).first()
        if found is not None:
            return found
        if not may_create:
            raise CommandError(f"There is no organization {slug!r}; make it with --create.")
        try:
            return organizations.create_organization(name=slug, slug=slug, by=BY, at=at)
        except organizations.OrganizationError as error:
            raise CommandError(str(error)) from error
