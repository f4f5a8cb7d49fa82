"""`manage.py create_token --organization acme --name TMS --scopes ingest --expires 90`."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from organizations import services as organizations
from organizations.models import Organization
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope

MAX_LENGTH = 3650


class Command(BaseCommand):
    """Make an API token and print it alone, so that a script can catch it."""

    help = "Create an API token. It is printed once, on standard output, and stored nowhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization, --name, --scopes and --expires."""
        parser.add_argument("--organization", required=True, metavar="SLUG")
        parser.add_argument("--name", required=True, help="What it is for: 'TMS'.")
        parser.add_argument(
            "--scopes", default=",".join(Scope.values), help="Comma-separated; default: %(default)s."
        )
        parser.add_argument("--expires", type=int, metavar="DAYS", help="Default: never.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and print it."""
        at = timezone.now()
        organization = Organization.objects.filter(slug=options["organization"]).first()
        if organization is None:
            raise CommandError(
                f"There is no organization {options['organization']!r}: make one with create_organization."
            )
        days = options["expires"]
        if days is not None and not 1 <= days <= MAX_LENGTH:
            raise CommandError(f"--expires takes days, 1 to {MAX_LENGTH}.")
        try:
            made = organizations.create_token(
                organization=organization,
                name=options["name"],
                scopes=[scope.strip() for scope in options["scopes"].split(",") if scope.strip()],
                expires_at=None if days is None else at + timedelta(days=days),
                by=system("create_token"),
                at=at,
            )
        except organizations.OrganizationError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(made.plain)
