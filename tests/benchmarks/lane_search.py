"""`GET /carriers`: who runs the lane, next to haversine over all bids."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.db import connection, transaction
from django.utils import timezone

from bids.models import Bid
from bids.models.bids import LANES as RUN_LANES
from carriers.models import Carrier
from loads.models import Load
from organizations import services as organizations
from organizations import sql
from organizations.models import ApiToken, Organization
from organizations.places.gazetteer import find_place
from organizations.places.models import Place
from organizations.tenancy.actors import system
from tests.benchmarks import Options, running
from tests.benchmarks.running import Case, Server

SLUG = "lanes"
SEED = 1
BATCH = 20_000
BY = system("benchmark")
LANES = {
    "75 miles": ("Dallas, TX", "Atlanta, GA", 75),
    "75 miles, reefers": ("Dallas, TX", "Atlanta, GA", 75),
    "300 miles": ("Chicago, IL", "Houston, TX", 300),
    "a place": ("Dallas, TX", "Atlanta, GA", 0),
}


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, token = make(options.calls, say)
    with running.service() as web, running.rival(organization.pk) as rival:
        pairs = [_cases(name, web, rival, token) for name in LANES]
        for ours, theirs in pairs:
            say(f"comparing {ours.name} …")
            if ours.answer() != theirs.answer():
                raise SystemExit(f"{ours.name}: the two don't answer the same")
            say(f"{ours.answer()['pagination']['total']:,} carriers")
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([case for pair in pairs for case in pair], options)
        return [line for ours, theirs in pairs for line in (ours.line(theirs), theirs.line())]


def _cases(name: str, web: Server, rival: Server, token: str) -> tuple[Case, Case]:
    origin, destination, radius = LANES[name]
    kinds = {"equipmentTypes": "reefer"} if "reefers" in name else {}
    ours = urlencode({"origin": origin, "destination": destination, "radius": radius} | kinds)
    theirs: dict[str, Any] = {"radius": radius} | kinds
    for end, written in (("origin", origin), ("destination", destination)):
        city, region = written.split(", ")
        place = find_place(city, region)
        assert place is not None
        theirs |= {f"{end}_latitude": place.latitude, f"{end}_longitude": place.longitude}
    return (
        Case(name, web, f"/api/v1/carriers?{ours}", token),
        Case(f"{name}, haversine over all bids", rival, f"/carriers?{urlencode(theirs)}"),
    )


def make(calls: int, say: Callable[[str], None]) -> tuple[Organization, str]:
    """An organization with the carriers and bids of so many calls, and a new token of it."""
    at = timezone.now()
    slug = f"{SLUG}-{calls}"
    organization = Organization.objects.filter(slug=slug).first()
    if organization is None:
        begin = time.monotonic()
        say(f"writing {calls * 3 // 10:,} bids …")
        with transaction.atomic(), connection.cursor() as cursor:
            organization = organizations.create_organization(
                name=f"Lanes of {calls:,} calls",
                slug=slug,
                requests_per_minute=100_000_000,
                by=BY,
                at=at,
            )
            # Lanes are counted afterwards, in one go.
            cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica")
            _fill(organization, calls)
        sql.analyze(Carrier, Load, Bid, Place)
        say(f"… in {time.monotonic() - begin:.0f} s")
        begin = time.monotonic()
        count = RUN_LANES.rebuild(organization.pk)
        say(f"{count:,} lanes of carriers counted in {time.monotonic() - begin:.1f} s")
    ApiToken.unscoped.of(organization).delete()
    return organization, organizations.create_token(
        organization=organization, name="benchmark", by=BY, at=at
    ).plain


def _fill(organization: Organization, calls: int) -> None:
    """Loads between the five hundred largest towns of the United States, the larger ones more often."""
    chance, at = random.Random(SEED), datetime(2026, 3, 2, tzinfo=UTC)
    same = {"organization_id": organization.pk}
    carriers = [
        {
            "mc_number": str(700_000 + number),
            "dot_number": 2_000_000 + number,
            "name": f"Carrier {number}",
            "address": "12 Depot Rd, Amarillo, TX 79101",
            "fleet_size": 1 + number % 40,
            "rules_assessment": "pass",
        }
        for number in range(calls // 50)
    ]
    carrier_keys = [key for (key,) in sql.insert(Carrier, carriers, returning=["id"], **same)]
    towns = Place.objects.filter(country="US").order_by("-population", "id")[:500]
    weights = [1 / (rank + 20) for rank in range(len(towns))]
    loads = []
    for number in range(calls // 20):
        origin, destination = chance.choices(towns, weights, k=2)
        loads.append(
            {
                "external_id": f"LN-{number}",
                "status": "DELIVERED",
                "origin_city": origin.name,
                "origin_state": origin.region,
                "origin_place_id": origin.pk,
                "destination_city": destination.name,
                "destination_state": destination.region,
                "destination_place_id": destination.pk,
                "equipment_type": chance.choice(["van", "van", "reefer", "flatbed"]),
            }
        )
    load_keys = [key for (key,) in sql.insert(Load, loads, returning=["id"], **same)]
    for first in range(0, calls * 3 // 10, BATCH):
        bids = [
            {
                "load_id": chance.choice(load_keys),
                "carrier_id": chance.choice(carrier_keys),
                "amount": chance.randrange(1_200, 2_700),
            }
            for _ in range(first, min(first + BATCH, calls * 3 // 10))
        ]
        moments = dict.fromkeys(("status_changed_at", "discussed_at", "created_at", "updated_at"), at)
        sql.insert(Bid, bids, channel="manual", status="EXPIRED", **same, **moments)
