"""Places, zones and instants of a load: what an event tells, and what is made of it."""

from datetime import UTC, datetime

import pytest

from loads import services
from loads.load_events import validate_event, zone_of
from loads.models import Load
from organizations.places.gazetteer import find_place
from organizations.tenancy.actors import system
from tests.factories import NOW
from tests.loads.load_events import FULL, changes_of, ingest

pytestmark = pytest.mark.django_db

# Places and times of a load event: what belongs together, which instant a wall clock means.


def test_null_clears_a_part_of_a_place(acme):
    load = ingest(acme, FULL)
    origin = {"city": "Springfield", "zip": None, "state": None, "timezone": None}
    ingest(acme, {"id": "L-1", "origin": origin})
    load.refresh_from_db()
    assert (load.origin_city, load.origin_zip, load.origin_timezone) == ("Springfield", "", "")
    assert load.origin_place is None
    assert load.pickup_at is None
    assert load.pickup_time == datetime(2026, 3, 4, 8, 0)


def test_another_place_forgets_the_zip_and_zone_of_the_old_one(acme):
    load = ingest(acme, FULL)
    ingest(acme, {"id": "L-1", "origin": {"city": "El Paso"}})
    load.refresh_from_db()
    assert (load.origin_city, load.origin_state, load.origin_zip, load.origin_timezone) == (
        "El Paso",
        "TX",
        "",
        "America/Denver",
    )
    assert changes_of(load)[1] == {
        "origin.city": ["Dallas", "El Paso"],
        "origin.zip": ["75201", None],
        "origin.timezone": ["America/Chicago", "America/Denver"],
    }


def test_a_zone_that_the_place_tells_is_told_once(acme):
    bare = {"id": "L-2", "pickupTime": "2026-03-04T08:00:00", "origin": {"city": "Dallas", "state": "TX"}}
    load = ingest(acme, bare)
    ingest(acme, bare)
    ingest(acme, {"id": "L-2", "origin": {"timezone": None}})
    load.refresh_from_db()
    assert (load.origin_timezone, load.pickup_at) == (
        "America/Chicago",
        datetime(2026, 3, 4, 14, 0, tzinfo=UTC),
    )
    assert changes_of(load)[1:] == [{}, {}]


def test_the_same_place_in_other_letters_keeps_its_zone(acme):
    load = ingest(acme, FULL)
    ingest(acme, {"id": "L-1", "origin": {"city": "DALLAS", "state": "tx"}})
    load.refresh_from_db()
    assert (load.origin_city, load.origin_timezone) == ("DALLAS", "America/Chicago")


@pytest.mark.parametrize(
    ("wall_clock", "utc"),
    [
        ("2026-03-08T01:59:59", (3, 8, 7, 59, 59)),
        ("2026-03-08T02:30:00", (3, 8, 8, 30)),  # skipped: taken as 03:30 CDT
        ("2026-03-08T03:00:00", (3, 8, 8, 0)),
        ("2026-11-01T01:30:00", (11, 1, 6, 30)),  # twice: the first, CDT
        ("2026-11-01T02:00:00", (11, 1, 8, 0)),
    ],
)
def test_wall_clocks_become_instants_across_dst(acme, wall_clock, utc):
    load = ingest(acme, FULL | {"pickupTime": wall_clock})
    load.refresh_from_db()
    assert load.pickup_time == datetime.fromisoformat(wall_clock)
    assert load.pickup_at == datetime(2026, *utc, tzinfo=UTC)


def test_a_new_zone_moves_the_instant(acme):
    load = ingest(acme, FULL)
    ingest(acme, {"id": "L-1", "origin": {"timezone": "America/Denver"}})
    load.refresh_from_db()
    assert load.pickup_at == datetime(2026, 3, 4, 15, 0, tzinfo=UTC)


# Loads know their places from each event on.


def placed(acme, **event):
    return Load.unscoped.get(pk=ingest(acme, {"id": "L-1"} | event).pk)


def test_an_event_tells_the_places(acme):
    load = placed(
        acme, origin={"city": "St Louis", "state": "MO"}, destination={"city": "Atlanta", "state": "GA"}
    )
    assert load.origin_place == find_place("Saint Louis", "MO")
    assert load.destination_place == find_place("Atlanta", "GA")


def test_a_place_moves_with_its_city_and_goes_with_it(acme):
    placed(acme, origin={"city": "Dallas", "state": "TX"})
    assert placed(acme, origin={"city": "Laredo"}).origin_place == find_place("Laredo", "TX")
    assert placed(acme, status="UNASSIGNED").origin_place == find_place("Laredo", "TX")
    assert placed(acme, origin={"city": "Nowhere at all"}).origin_place is None
    assert placed(acme, origin={"city": "Laredo"}).origin_place == find_place("Laredo", "TX")
    assert placed(acme, origin=None).origin_place is None


def test_an_event_of_known_places_costs_no_more(acme, django_assert_num_queries):
    ends = {"origin": {"city": "Dallas", "state": "TX"}, "destination": {"city": "Atlanta", "state": "GA"}}
    placed(acme, **ends)
    event = validate_event({"id": "L-2"} | ends)
    with django_assert_num_queries(4):  # reads the load, stores it with the event
        services.ingest_load_event(organization=acme, raw=b"{}", event=event, by=system("tms"), at=NOW)


# Time zones of places that came without one.


@pytest.mark.parametrize(
    ("city", "state", "country", "zone"),
    [
        ("Dallas", "TX", "US", "America/Chicago"),
        ("El Paso", "TX", "US", "America/Denver"),
        ("dallas", "tx", "", "America/Chicago"),
        ("Saint Louis", "MO", "USA", "America/Chicago"),
        ("St. Louis", "MO", "", "America/Chicago"),
        ("Phoenix", "AZ", "US", "America/Phoenix"),
        ("Nowhere in particular", "GA", "US", "America/New_York"),
        ("", "GA", "US", "America/New_York"),
        ("Montréal", "QC", "CA", "America/Toronto"),
        ("Montreal", "QC", "", "America/Toronto"),
        ("Monterrey", "NL", "MX", "America/Monterrey"),
        ("Twin Falls", "ID", "", "America/Boise"),
        ("Nowhere in particular", "AL", "", "America/Chicago"),
        # A code that several countries have goes to the first with such a town, and else to the first.
        ("Monterrey", "NL", "", "America/Monterrey"),
        ("Nowhere in particular", "BC", "MX", "America/Tijuana"),
        # A town that is meant without saying where.
        ("Dallas", "", "", "America/Chicago"),
        ("Guadalajara", "", "Mexico", "America/Mexico_City"),
        # Not sure enough.
        ("A small town", "TX", "US", ""),
        ("A small town", "KS", "US", ""),
        ("Anywhere", "NL", "", ""),
        ("Nowhere", "NL", "MX", ""),
        ("Springfield", "", "", ""),
        ("Dallas", "XX", "US", ""),
        ("Paris", "", "FR", ""),
        ("", "", "", ""),
    ],
)
def test_zone_of_a_place(city, state, country, zone):
    assert zone_of(city, state, country) == zone
