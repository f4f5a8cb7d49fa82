"""`POST /webhooks/loads/events`: new loads, and changes to loads that are there, next to the rival's."""

import json
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

from organizations.models import Organization
from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case

# As a TMS sends it: everything that is known of the load, each time.
EVENT = {
    "id": "EV-@n@",
    "status": "UNASSIGNED",
    "customerName": "Kestrel Mills",
    "pickupTime": "2026-11-23T08:00:00",
    "pickupEndTime": "2026-11-23T12:00:00",
    "dropoffTime": "2026-11-24T09:00:00",
    "dropoffEndTime": "2026-11-24T17:00:00",
    "origin": {
        "city": "Dallas",
        "state": "TX",
        "zip": "75201",
        "country": "US",
        "timezone": "America/Chicago",
    },
    "destination": {
        "city": "Atlanta",
        "state": "GA",
        "zip": "30303",
        "country": "US",
        "timezone": "America/New_York",
    },
    "equipment": "53' Dry Van",
    "totalDistance": 781,
    "weight": 42000,
    "commodity": "Flour on pallets",
    "customerRate": 2719,
    "startRate": 1500,
    "maxRate": 1953.5,
    "bookNowRate": 1525,
    "specialInstructions": "Live unload. Driver must call an hour before.",
    "teamServiceRequired": False,
    "outboundCarrierSalesEnabled": True,
    "routingGuideEnabled": False,
    "isVisibleToExternalCarriers": True,
    "locked": False,
}
STOPS = [
    {"type": kind, "address": EVENT[place] | {"street": "12 Mill Road"}, "windowStart": EVENT[f"{kind}Time"]}
    for kind, place in (("pickup", "origin"), ("dropoff", "destination"))
]


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    new, stops = json.dumps(EVENT), json.dumps(EVENT | {"stops": STOPS})
    change = json.dumps(EVENT | {"id": "EV-@k@", "commodity": "Flour, @n@ pallets"})
    path = "/api/v1/webhooks/loads/events"
    with running.service() as web, running.rival(organization.pk) as rival:
        ours = Case("new load", web, path, token, body=new)
        theirs = Case("rival's", rival, "/loads/events", body=new)
        our_change = Case("change", web, path, token, body=change)
        their_change = Case("rival's", rival, "/loads/events", body=change)
        with_stops = Case("new load with two stops", web, path, token, body=stops)
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([ours, theirs, our_change, their_change, with_stops], options)
        throw_away(organization)
        return [
            ours.line(theirs),
            theirs.line(),
            our_change.line(their_change),
            their_change.line(),
            with_stops.line(ours),
        ]


def throw_away(organization: Organization) -> None:
    """Leave no loads that the other benchmarks would list."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica")
        for table, column in (
            ("loads_stop", "load_id"),
            ("loads_loadevent", "load_id"),
            ("loads_load", "id"),
        ):
            cursor.execute(
                f"DELETE FROM {table} WHERE {column} IN ("
                "SELECT id FROM loads_load WHERE organization_id = %s AND external_id LIKE 'EV-%%')",
                [organization.pk],
            )
