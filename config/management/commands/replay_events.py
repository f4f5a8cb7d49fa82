"""`manage.py replay_events --organization acme --endpoint 12 --since 2026-03-02`: send events again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.management.finding import find_organization
from organizations.api.listing import parse_moment
from organizations.events import services
from organizations.models import Event, EventEndpoint
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope


class Command(BaseCommand):
    """Has events sent again; the running service sends them."""

    help = "Send one event to an endpoint again, or everything that it missed since a moment."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization, --endpoint, and --event or --since."""
        parser.add_argument("--organization", required=True, metavar="SLUG")
        parser.add_argument("--endpoint", required=True, type=int, metavar="ID")
        parser.add_argument("--event", default="", metavar="ID", help="This event: evt_…")
        parser.add_argument(
            "--since", default="", metavar="MOMENT", help="A date or date-time, in UTC without offset."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Set them on their way."""
        if bool(options["event"]) == bool(options["since"]):
            raise CommandError("Say --event or --since.")
        organization = find_organization(options["organization"])
        with scope(organization.pk):
            endpoint = EventEndpoint.objects.filter(pk=options["endpoint"]).first()
            if endpoint is None:
                raise CommandError(f"{organization} has no endpoint {options['endpoint']}.")
            try:
                count = _send(endpoint, options)
            except (services.EndpointError, ValueError) as error:
                raise CommandError(str(error)) from None
        self.stdout.write(f"{count} on the way.")


def _send(endpoint: EventEndpoint, options: dict[str, Any]) -> int:
    by, at = system("replay_events"), timezone.now()
    if options["event"]:
        event = Event.objects.filter(uid=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        services.send_again(endpoint=endpoint, event=event, by=by, at=at)
        return 1
    since, count, left = parse_moment(options["since"]), 0, 1
    while left:
        sent, left = services.send_missed(endpoint=endpoint, since=since, by=by, at=at)
        count += sent
    return count
