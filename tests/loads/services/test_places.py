"""Places and times of a load event: what belongs together, which instant a wall clock means."""

from datetime import UTC, datetime

import pytest

from tests.loads.load_events import FULL, changes_of, ingest


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
