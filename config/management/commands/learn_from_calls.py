"""`manage.py learn_from_calls [--organization SLUG] [--batch CALLS]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from bids.carrier_sales.learning import learn_from_stored
from config.management.finding import find_organizations
from organizations.tenancy.scope import scope


class Command(BaseCommand):
    """Learn what carriers told on calls that were held before that was kept."""

    help = (
        "Learn what carriers told of themselves on stored calls that were held before that was kept "
        "(docs/carriers.md). Each call counts once, however often this runs; stopped, it goes on where it was."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, and how many calls are looked up at once."""
        parser.add_argument("--organization", metavar="SLUG", help="Of one organization, not of all.")
        parser.add_argument("--batch", type=int, default=500, metavar="CALLS", help="Looked up at once.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the organizations."""
        for organization in find_organizations(options["organization"]):
            last = calls = facts = 0
            with scope(organization.pk):
                while done := learn_from_stored(last, most=max(1, options["batch"])):
                    last, calls, facts = done[0], calls + done[1], facts + done[2]
            self.stdout.write(f"{organization.slug}: {calls} calls, {facts} facts")
