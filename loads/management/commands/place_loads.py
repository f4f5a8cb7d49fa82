"""`manage.py place_loads [--organization SLUG]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from loads.placing import place_loads
from organizations.management.finding import find_organizations


class Command(BaseCommand):
    """Find the places of all loads again."""

    help = (
        "Give loads the places that their cities mean to the gazetteer, as after an upgrade (docs/places.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("--organization", metavar="SLUG", help="Of one organization, not of all.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the organizations."""
        for organization in find_organizations(options["organization"]):
            self.stdout.write(f"{organization.slug}: {place_loads(organization):,} ends of loads placed")
