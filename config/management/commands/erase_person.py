"""`manage.py erase_person --organization acme +13125550123 [--erase]`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.management.finding import find_organization
from organizations.privacy import erasing
from organizations.privacy.holdings import PersonBusy
from organizations.privacy.people import NobodyNamed, person_of
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope


class Command(BaseCommand):
    """Tell what is held of a person, by phone number or e-mail address; with --erase, erase it."""

    help = (
        "Print what an organization holds of a phone number or an email address; with --erase, erase it "
        "(docs/privacy.md)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whom, where, and whether in earnest."""
        parser.add_argument("person", metavar="NUMBER-OR-EMAIL")
        parser.add_argument("--organization", required=True, metavar="SLUG")
        parser.add_argument("--erase", action="store_true", help="Erase. Without it nothing is changed.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look, and erase where asked to; raises CommandError."""
        organization = find_organization(options["organization"])
        by, at = system("erase_person"), timezone.now()
        try:
            person = person_of(options["person"])
            with scope(organization.pk):
                others = erasing.find_others(person)
                counts = (
                    erasing.erase_person(organization=organization, person=person, by=by, at=at)
                    if options["erase"]
                    else erasing.find(person)
                )
        except (NobodyNamed, PersonBusy, erasing.NotErased) as error:
            raise CommandError(str(error)) from error
        for label, count in sorted(counts.items()):
            self.stdout.write(f"{label}: {count}")
        if others:
            self.stdout.write(f"Filed with it, to be erased by itself: {', '.join(others)}")
        if not options["erase"]:
            told = "Nothing was changed; --erase erases it." if counts else "Nothing is held."
            self.stdout.write(told)
        else:
            self.stdout.write("Erased.")
