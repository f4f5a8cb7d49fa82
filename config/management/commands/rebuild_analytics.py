"""`manage.py rebuild_analytics [--organization SLUG] [--from DAY] [--to DAY] [--verify]`."""

import sys
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analytics import rebuilding
from config.management.finding import find_organizations
from organizations.models import Organization


class Command(BaseCommand):
    """Count everything anew, or tell where what was rolled up differs from the rows."""

    help = (
        "Make the roll-ups of analytics anew from the rows (docs/analytics.md). Answers stay exact meanwhile. With "
        "--verify nothing is written: what differs is told, and the exit code is then 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, which days, and whether to look only."""
        parser.add_argument("--organization", metavar="SLUG", help="Of one organization, not of all.")
        parser.add_argument("--from", dest="first", type=_day, metavar="DAY", help="The first UTC day.")
        parser.add_argument(
            "--to", dest="last", type=_day, metavar="DAY", help="The last UTC day, inclusive."
        )
        parser.add_argument("--verify", action="store_true", help="Compare, and write nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the organizations."""
        wrong = 0
        for organization in find_organizations(options["organization"]):
            wrong += self._results(organization, is_looking=options["verify"])
            extent = rebuilding.extent(organization)
            if extent is None:
                self.stdout.write(f"{organization.slug}: nothing to count")
                continue
            first, last = options["first"] or extent[0], options["last"] or extent[1]
            if last < first:
                raise CommandError(f"{organization.slug}: the period ends before it begins.")
            if options["verify"]:
                wrong += self._verify(organization, first, last)
            else:
                self._rebuild(organization, first, last)
        if wrong:
            raise SystemExit(1)

    def _results(self, organization: Organization, *, is_looking: bool) -> int:
        """Lost loads, of all days: they go by pickup, whatever days are asked for."""
        if is_looking:
            wrong = rebuilding.count_wrong_results(organization)
            if wrong:
                self.stdout.write(f"{organization.slug}: {wrong} loads ended otherwise than is kept")
            return wrong
        done = 0
        for done in rebuilding.rebuild_results(organization):  # noqa: B007 (the last one is told)
            pass
        self.stdout.write(f"{organization.slug}: judged {done} loads")
        return 0

    def _rebuild(self, organization: Organization, first: date, last: date) -> None:
        for day in rebuilding.rebuild_days(organization, first, last):
            self._show(organization, first, day, last)
        self.stdout.write(f"{organization.slug}: rebuilt {first} to {last}")

    def _verify(self, organization: Organization, first: date, last: date) -> int:
        count = 0
        for day, found in rebuilding.differences(organization, first, last):
            self._show(organization, first, day, last)
            for what in found:
                self.stdout.write(f"{organization.slug}: {what} differ")
            count += len(found)
        self.stdout.write(f"{organization.slug}: compared {first} to {last}, {count} differences")
        return count

    def _show(self, organization: Organization, first: date, day: date, last: date) -> None:
        """How far it is, on a terminal."""
        if sys.stderr.isatty():
            part = ((day - first).days + 1) / ((last - first).days + 1)
            sys.stderr.write(
                f"\r\x1b[K{organization.slug}  {day}  {part:.0%}" + ("\r\x1b[K" if part == 1 else "")
            )
            sys.stderr.flush()


def _day(text: str) -> date:
    """An ISO date; argparse tells what it couldn't read."""
    return date.fromisoformat(text)
