"""`manage.py first_call --organization acme-freight`: from nothing to a first call, for scripts."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from bids.models import Bid
from calls.calling_rules import NotAllowed
from calls.forms.calls import plain_number
from calls.models import Call, PhoneNumber
from calls.services import agents, dialing, requests
from calls.setup import callable_loads, playable_carriers
from calls.telephony import Unreachable
from config.demo.sample import put_in_sample
from config.management.finding import find_organization
from organizations.models import Organization
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope

BY = system("first_call")
SOMEBODY = "+13125550142"  # 555-0100 to 555-0199 belong to nobody
MAX_LENGTH = 600  # seconds


class Command(BaseCommand):
    """Give an organization what it lacks, and have its agent call."""

    help = (
        "Have the carrier-sales agent call a phone, as if a carrier picked up there. What the organization lacks for "
        "it (a number, carriers, a load) is made first; on a local run everything is simulated. Needs bin/up."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization and --phone."""
        parser.add_argument("--organization", required=True, metavar="SLUG")
        parser.add_argument("--phone", default="", help="Who is called; on a local run somebody made up.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set up, call, wait, and tell what came of it."""
        organization = find_organization(options["organization"])
        phone = self._phone(options["phone"])
        with scope(organization.pk):
            try:
                self._set_up(organization)
                call = requests.call_own_phone(
                    organization=organization,
                    phone=phone,
                    load=callable_loads()[0],
                    carrier=playable_carriers()[0],
                    by=BY,
                    at=timezone.now(),
                )
            except (dialing.NotReady, requests.LoadUnavailable, NotAllowed, agents.NumberRefused) as error:
                raise CommandError(str(error)) from error
            except Unreachable as error:
                raise CommandError("The phone network doesn't answer: is bin/up running?") from error
            self._wait_for(call)

    def _phone(self, given: str) -> str:
        if not given and not requests.is_simulated():
            raise CommandError("--phone says whom to call: your own phone.")
        try:
            return plain_number(given or SOMEBODY)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error

    def _set_up(self, organization: Organization) -> None:
        at = timezone.now()
        if not PhoneNumber.objects.exists():
            found = agents.spare_numbers()
            if not found and requests.is_simulated():
                found = [each.number for each in agents.numbers_on_sale(organization=organization)]
            if found:  # else the call says what is missing
                agents.connect_number(organization=organization, number=found[0], by=BY, at=at)
        if not playable_carriers().exists():
            put_in_sample(organization, "carriers", by=BY, at=at)
        if not callable_loads().exists():
            put_in_sample(organization, "load", by=BY, at=at)

    def _wait_for(self, call: Call) -> None:
        self.stderr.write(f"calling {call.to_phone} …")
        end = time.monotonic() + MAX_LENGTH
        while not call.is_finished:
            if time.monotonic() > end:
                raise CommandError("The call hasn't ended yet; its page shows how it goes on.")
            time.sleep(0.5)
            call = Call.objects.select_related("conversation").get(pk=call.pk)
        self.stdout.write(f"call {call.pk}: {call.status}. {call.conversation.summary}")
        for bid in Bid.objects.filter(conversation=call.pk).select_related("load", "carrier"):
            self.stdout.write(
                f"bid {bid.pk}: {bid.carrier} on {bid.load.external_id}, ${bid.amount}, {bid.status}"
            )
