"""`manage.py import_carriers --organization acme census.csv.gz [carriers.jsonl …]`; `-` is standard input."""

from argparse import ArgumentParser
from contextlib import ExitStack
from datetime import UTC, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from carriers.registry.source import date_of
from config.carrier_import import FORMATS, Unusable, import_carriers, open_file
from config.history.running import database_needed, open_sources, tell
from organizations.management.finding import find_organization
from organizations.tenancy.actors import system

BY = system("import")


class Command(BaseCommand):
    """Import carriers from the FMCSA's census, or from lists of the broker's own."""

    help = (
        "Import carriers from the FMCSA's census, or from a CSV or JSON Lines of your own (docs/carrier-data.md). "
        "Ends with 1 when rows were rejected."
    )

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization, --format, --as-of and the files."""
        parser.add_argument(
            "--organization", required=True, metavar="SLUG", help="Whom the carriers belong to."
        )
        parser.add_argument("--format", choices=FORMATS, default="", help="By the file's head, unless given.")
        parser.add_argument(
            "--as-of",
            metavar="DATE",
            help="Date of the data, such as 2026-03-02; today by default.",
        )
        parser.add_argument("files", nargs="+", metavar="FILE", help="Also as .gz; - is standard input.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and tell."""
        at = timezone.now()
        found_at = _moment(options["as_of"], at)
        organization = find_organization(options["organization"])
        with ExitStack() as stack:
            sources = open_sources(stack, options["files"])
            try:
                files = [open_file(source, format=options["format"]) for source in sources]
            except Unusable as error:
                raise CommandError(str(error)) from None
            for file in files:
                self.stderr.write(f"{file.source.name}: {file.words}.")
            with database_needed():
                summary, rejections = import_carriers(organization, files, found_at=found_at, by=BY, at=at)
        tell(self, summary, rejections)


def _moment(day: str | None, at: datetime) -> datetime:
    if not day:
        return at
    try:
        found = date_of(day)
    except ValueError:
        found = None
    if found is None or found > at.date():
        raise CommandError(f"--as-of: {day!r} is no day up to today, such as {at:%Y-%m-%d}.")
    return datetime.combine(found, time.min, UTC)
