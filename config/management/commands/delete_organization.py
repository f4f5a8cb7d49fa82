"""`manage.py delete_organization acme --yes-delete acme`."""

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.management.finding import find_organization
from organizations import services as organizations
from organizations.privacy import deleting
from organizations.tenancy.actors import system


class Command(BaseCommand):
    """Delete an organization with all that it has; there is no way back but a backup."""

    help = "Delete an organization: every row, every file (docs/privacy.md). Export it first (export_organization)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which, twice."""
        parser.add_argument("organization", metavar="SLUG")
        parser.add_argument("--yes-delete", required=True, metavar="SLUG", help="The slug again.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Suspend it, delete it, and tell how much went; raises CommandError."""
        slug = options["organization"]
        if options["yes_delete"] != slug:
            raise CommandError("--yes-delete must repeat the slug.")
        organization = find_organization(slug)
        organizations.suspend_organization(
            organization=organization, by=system("delete_organization"), at=timezone.now()
        )
        gone: Counter[str] = Counter()
        for table, count in deleting.delete_organization(organization=organization):
            gone[table] += count
        for table, count in sorted(gone.items()):
            if count:
                self.stdout.write(f"{table}: {count}")
        self.stdout.write(f"Deleted {slug}.")
