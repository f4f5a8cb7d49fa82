"""The search against a plain count of the same bids and bookings, at random; and what it reads of others' lanes."""

import json
import random
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

import orjson
import pytest
from django.db import connection
from django.http import QueryDict

from bids.models import Bid, Booking
from carriers.api import LaneFilter
from carriers.models import Carrier, CarrierLane
from carriers.selectors.search import carriers_on_lane
from loads.models import Load
from organizations.api.listing import Query
from organizations.places.gazetteer import find_place_of, miles_between, read_place
from tests.factories import BidFactory, BookingFactory, CarrierFactory, LoadFactory

pytestmark = pytest.mark.deep

TOWNS = [
    *("Dallas, TX", "Fort Worth, TX", "Irving, TX", "Plano, TX", "Waco, TX", "Austin, TX", "Houston, TX"),
    *("Atlanta, GA", "Marietta, GA", "Macon, GA", "Savannah, GA", "Chattanooga, TN", "Memphis, TN"),
    *("Chicago, IL", "Joliet, IL", "Gary, IN", "Milwaukee, WI", "St. Louis, MO", "Saint Louis, MO"),
    *("Los Angeles, CA", "Ontario, CA", "Ontario, OR", "Reno, NV", "Toronto, ON", "Mississauga, ON"),
    *("Monterrey, NLE", "Laredo, TX", "Nuevo Laredo, TAM", "DALLAS, TX", "Zzyzx Yard, ZZ", "zzyzx yard, ZZ"),
    *("Terminal 4", "TX", ""),
]
ASKED = [town for town in TOWNS if town] + ["Denver, CO", "Nowhere At All, QQ"]
KINDS = ["van", "reefer", "flatbed", "other", ""]
RADII = [None, 0, 0, 5, 25, 40.5, 75, 75, 150, 300, 1000, 20_000]
SEARCHES = 500


@cache
def place_of(written):
    return find_place_of(written) if written else None


def split(written):
    """City and state, as a load has them."""
    city, _, state = written.rpartition(", ")
    return (city, state) if city else ("", written) if len(written) == 2 else (written, "")


def load_between(organization, origin, destination, kind, status="UNASSIGNED"):
    values = {}
    for end, written in (("origin", origin), ("destination", destination)):
        values[f"{end}_city"], values[f"{end}_state"] = split(written)
        values[f"{end}_place"] = place_of(written)
    return LoadFactory.build(
        organization=organization, equipment_type=kind, equipment=kind, status=status, **values
    )


@pytest.fixture
def history(in_acme, rival):
    """Two thousand bids and bookings on some hundred lanes, and as many of another organization."""
    chance = random.Random(6)
    for organization in (in_acme, rival):
        loads = Load.unscoped.bulk_create(
            load_between(organization, *chance.choices(TOWNS, k=2), chance.choice(KINDS)) for _ in range(700)
        )
        carriers = Carrier.unscoped.bulk_create(
            CarrierFactory.build(organization=organization, name=chance.choice(["Alpha", "beta", "Öz", ""]))
            for _ in range(60)
        )

        def some(carriers=carriers):
            return chance.choice([*carriers, None])

        Bid.unscoped.bulk_create(
            BidFactory.build(
                organization=organization,
                load=chance.choice(loads),
                carrier=some(),
                conversation=None,
                amount=chance.choice([None, Decimal(chance.randrange(50_000, 400_000)) / 100]),
            )
            for _ in range(2_000)
        )
        Booking.unscoped.bulk_create(
            BookingFactory.build(organization=organization, load=chance.choice(loads), carrier=some())
            for _ in range(200)
        )
        Bid.unscoped.filter(pk__in=Bid.unscoped.values("pk")[:100]).delete()
    return in_acme


class Naive:
    """Everything that was done, gone through for each search."""

    def __init__(self, organization):
        done = [
            *Bid.unscoped.filter(organization=organization).select_related("load", "carrier"),
            *Booking.unscoped.filter(organization=organization).select_related("load", "carrier"),
        ]
        self.places = {}
        self.done = [one for one in done if one.carrier and all(map(self.written, (one, one), ENDS))]

    def written(self, one, end):
        parts = getattr(one.load, f"{end}_city"), getattr(one.load, f"{end}_state")
        return ", ".join(part for part in parts if part)

    def place(self, one, end):
        key = getattr(one.load, f"{end}_place_id")
        if key is not None and key not in self.places:
            self.places[key] = getattr(one.load, f"{end}_place")
        return self.places.get(key)

    def search(self, origin, destination, radius, kinds):
        """The records of all carriers, in order."""
        asked = {"origin": origin, "destination": destination}
        runs = defaultdict(lambda: defaultdict(list))
        near = {end: self._nearness(asked[end], radius or 0) for end in ENDS}
        for one in self.done:
            if kinds and one.load.equipment_type not in kinds:
                continue
            if all(near[end](one, end) for end in ENDS):
                lane = tuple(
                    getattr(one.load, f"{end}_place_id") or self.written(one, end).lower() for end in ENDS
                )
                runs[one.carrier][lane].append(one)
        records = [self._record(carrier, list(lanes.values())) for carrier, lanes in runs.items()]
        return sorted(records, key=lambda record: (-record["totalBids"], record["name"] or "", record["id"]))

    def _nearness(self, asked, radius):
        center = place_of(asked)
        if center is None:
            read = read_place(asked)
            text = ", ".join(part for part in (read.city, read.region) if part).lower()
            return lambda one, end: self.written(one, end).lower() == text
        distances = {}

        def is_near(one, end):
            place = self.place(one, end)
            if place is None:
                return False
            if place.pk not in distances:
                distances[place.pk] = miles_between(place, center)
            return place.pk == center.pk or (radius > 0 and distances[place.pk] <= radius)

        return is_near

    def _record(self, carrier, lanes):
        runs = [
            {
                "origin": max(self.written(one, "origin") for one in lane),
                "destination": max(self.written(one, "destination") for one in lane),
                "avgRate": average(lane),
                "totalBids": len(bids_of(lane)),
            }
            for lane in lanes
        ]
        everything = [one for lane in lanes for one in lane]
        return {
            "mcNumber": carrier.mc_number,
            "dotNumber": carrier.dot_number,
            "name": carrier.name or None,
            "address": None,
            "fleetsize": None,
            "avgRate": average(everything),
            "lanes": sorted(runs, key=lambda run: (-run["totalBids"], run["origin"], run["destination"])),
            "ruleAssessment": "pass",
            "id": carrier.pk,
            "totalBids": len(bids_of(everything)),
        }


ENDS = ("origin", "destination")


def bids_of(done):
    return [one for one in done if isinstance(one, Bid)]


def average(done):
    amounts = [one.amount for one in bids_of(done) if one.amount is not None]
    if not amounts:
        return None
    return str((sum(amounts) / len(amounts)).quantize(Decimal("0.01"), ROUND_HALF_UP))


def search(**asked):
    """What the API answers: records and total."""
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in asked.items() if value is not None})
    lane = LaneFilter.read(Query(query))
    found, total = carriers_on_lane(
        origin=lane.origin,
        destination=lane.destination,
        equipment=lane.equipment,
        limit=lane.page.limit,
        offset=lane.page.offset,
    )
    return json.loads(orjson.dumps(found)), total


def test_search_equals_a_plain_count(history):
    chance = random.Random(60)
    naive = Naive(history)
    found_something = 0
    for number in range(SEARCHES):
        origin, destination = chance.choice(ASKED), chance.choice(ASKED)
        radius = chance.choice(RADII)
        if radius and not (place_of(origin) and place_of(destination)):
            radius = None
        kinds = chance.sample([kind for kind in KINDS if kind], k=chance.choice([0, 0, 0, 1, 2]))
        limit, offset = chance.choice([(500, 0), (500, 0), (7, 3), (1, 0), (10, 90)])

        records, total = search(
            origin=origin,
            destination=destination,
            radius=radius,
            equipmentTypes=",".join(kinds) or None,
            limit=limit,
            offset=offset,
        )

        right = naive.search(origin, destination, radius, kinds)
        asked = number, origin, destination, radius, kinds
        assert total == len(right), asked
        assert records == right[offset : offset + limit], asked
        found_something += bool(total)
    assert found_something > SEARCHES / 4


def blocks_of(**asked):
    """How many blocks PostgreSQL looks at for the search."""
    statements = []

    def keep(execute, sql, params, many, context):
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        search(**asked)
    sql, params = statements[-1]
    assert "carriers_carrierlane" in sql
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0]
    top = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    return top["Shared Hit Blocks"] + top["Shared Read Blocks"]


ELSEWHERE = """
INSERT INTO carriers_carrierlane (organization_id, carrier, origin, origin_place_id, destination, destination_place_id,
    equipment, bids, amount_sum, amount_count, bookings, delivered)
SELECT %(organization)s, %(carrier)s + n %% 500, 'A', from_place.id, 'B', to_place.id, 'van', 1, 1500, 1, 0, 0
FROM generate_series(%(first)s, %(last)s) AS n
JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM organizations_place
    WHERE region = 'CA') AS from_place
    ON from_place.number = n %% 300
JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM organizations_place
    WHERE region = 'NY') AS to_place
    ON to_place.number = n %% 301
"""


def test_search_looks_at_no_more_when_other_lanes_grow(history):
    values = {"organization": history.pk, "carrier": Carrier.unscoped.earliest("pk").pk}

    def grow(first, last):
        with connection.cursor() as cursor:
            cursor.execute(ELSEWHERE, values | {"first": first, "last": last})
            cursor.execute("ANALYZE carriers_carrierlane")

    asked = {"origin": "Dallas, TX", "destination": "Atlanta, GA", "radius": 75}
    grow(1, 20_000)
    assert CarrierLane.objects.count() > 20_000
    small, small_text = blocks_of(**asked), blocks_of(origin="Terminal 4", destination="Zzyzx Yard, ZZ")
    grow(20_001, 100_000)

    assert blocks_of(**asked) <= small * 1.2 + 20
    assert blocks_of(origin="Terminal 4", destination="Zzyzx Yard, ZZ") <= small_text * 1.2 + 20
