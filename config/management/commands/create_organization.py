"""`manage.py create_organization "Acme Freight" --owner dana@acme.example`."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from organizations import services as organizations
from organizations.models import validate_timezone
from organizations.people import invitations
from organizations.tenancy.actors import system
from organizations.tenancy.states import Role

BY = system("create_organization")


class Command(BaseCommand):
    """Make a tenant, and invite its owner."""

    help = "Create an organization. With --owner, an invitation link for the owner is mailed and printed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """NAME, --owner, --slug and --timezone."""
        parser.add_argument("name", metavar="NAME", help="As people call it: 'Acme Freight'.")
        parser.add_argument("--owner", metavar="EMAIL", help="Who is to own it: gets an invitation.")
        parser.add_argument("--slug", default="", help="Short and unique; made of the name unless given.")
        parser.add_argument("--timezone", default="America/Chicago", help="Default: %(default)s.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, say so, and print the invitation's link, for a script to catch."""
        at, email = timezone.now(), options["owner"]
        try:
            validate_timezone(options["timezone"])
            if email:
                validate_email(email)
            with transaction.atomic():
                organization = organizations.create_organization(
                    name=options["name"], slug=options["slug"], timezone=options["timezone"], by=BY, at=at
                )
                invitation = email and invitations.invite(
                    organization=organization, email=email, role=Role.OWNER, inviter=None, by=BY, at=at
                )
        except organizations.OrganizationError as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{organization.name} ({organization.slug})")
        if invitation:
            self.stdout.write(invitations.url_of(invitation))
