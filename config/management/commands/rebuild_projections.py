"""`manage.py rebuild_projections [NAME …] [--organization SLUG] [--verify]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.management.finding import find_organizations
from organizations.projections import PROJECTIONS


class Command(BaseCommand):
    """Count anew what is kept beside the rows, or tell how much of it differs from them."""

    help = (
        "Count anew what is kept beside the rows (docs/architecture.md); who writes what is counted waits meanwhile. "
        "With --verify nothing is written: what differs is counted, and the exit code is then 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What, whose, and whether to look only."""
        names = ", ".join(PROJECTIONS)
        parser.add_argument("names", nargs="*", metavar="NAME", help=f"Of {names}; all unless named.")
        parser.add_argument("--organization", metavar="SLUG", help="Of one organization, not of all.")
        parser.add_argument("--verify", action="store_true", help="Compare, and write nothing.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the organizations; raises CommandError for a name that isn't one."""
        if unknown := set(options["names"]) - PROJECTIONS.keys():
            raise CommandError(f"There is no projection {', '.join(sorted(unknown))}.")
        wrong = 0
        for organization in find_organizations(options["organization"]):
            for name in options["names"] or PROJECTIONS:
                if options["verify"]:
                    count = PROJECTIONS[name].count_differences(organization.pk)
                    self.stdout.write(f"{organization.slug}: {name}, {count} differ")
                    wrong += count
                else:
                    count = PROJECTIONS[name].rebuild(organization.pk)
                    self.stdout.write(f"{organization.slug}: {name}, {count} rows")
        if wrong:
            raise SystemExit(1)
