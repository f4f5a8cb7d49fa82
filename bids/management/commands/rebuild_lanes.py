"""`manage.py rebuild_lanes [--organization SLUG] [--verify]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from bids.lanes.rebuilding import count_differences, rebuild_lanes
from organizations.management.finding import find_organizations


class Command(BaseCommand):
    """Count the carriers' lanes anew, or tell how many differ from bids and bookings."""

    help = (
        "Count anew which carriers bid and were booked on which lanes (docs/carriers.md). With --verify nothing is "
        "written: what differs is counted, and the exit code is then 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, and whether to look only."""
        parser.add_argument("--organization", metavar="SLUG", help="Of one organization, not of all.")
        parser.add_argument("--verify", action="store_true", help="Compare, and write nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the organizations."""
        wrong = 0
        for organization in find_organizations(options["organization"]):
            if options["verify"]:
                count = count_differences(organization)
                self.stdout.write(f"{organization.slug}: {count} lanes differ")
                wrong += count
            else:
                self.stdout.write(f"{organization.slug}: {rebuild_lanes(organization)} lanes")
        if wrong:
            raise SystemExit(1)
