"""`manage.py create_organization "Acme Freight" --slug acme`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from organizations.tenancy import services as organizations
from organizations.tenancy.actors import system


class Command(BaseCommand):
    """Make a tenant."""

    help = "Create an organization."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """NAME and --slug."""
        parser.add_argument("name", metavar="NAME", help="As people call it: 'Acme Freight'.")
        parser.add_argument("--slug", required=True, help="Short and unique: acme.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and say so."""
        try:
            organization = organizations.create_organization(
                name=options["name"],
                slug=options["slug"],
                by=system("create_organization"),
                at=timezone.now(),
            )
        except organizations.OrganizationError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{organization.name} ({organization.slug})")
