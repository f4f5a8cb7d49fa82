"""What a load event stores, leaves, clears and tells of."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from loads.models import Load
from tests.factories import NOW, LoadFactory
from tests.loads.load_events import FULL, changes_of, ingest, stops_of, stored

DALLAS, ATLANTA = 4684888, 4180439  # GeoNames' ids


def test_every_field_is_stored(acme):
    load = Load.unscoped.get(pk=ingest(acme, FULL).pk)
    assert {name: value for name, value in stored(load).items() if name not in ("id", "organization_id")} == {
        "external_id": "L-1",
        "owner_id": None,
        "status": "UNASSIGNED",
        "customer_name": "Kestrel Mills",
        "pickup_time": datetime(2026, 3, 4, 8, 0),
        "pickup_end_time": datetime(2026, 3, 4, 12, 0),
        "dropoff_time": datetime(2026, 3, 5, 8, 0),
        "dropoff_end_time": datetime(2026, 3, 5, 16, 0),
        "pickup_at": datetime(2026, 3, 4, 14, 0, tzinfo=UTC),
        "dropoff_at": datetime(2026, 3, 5, 13, 0, tzinfo=UTC),
        "origin_city": "Dallas",
        "origin_state": "TX",
        "origin_zip": "75201",
        "origin_country": "US",
        "origin_timezone": "America/Chicago",
        "destination_city": "Atlanta",
        "destination_state": "GA",
        "destination_zip": "30301",
        "destination_country": "US",
        "destination_timezone": "America/New_York",
        "origin_place_id": DALLAS,
        "destination_place_id": ATLANTA,
        "equipment": "53' Dry Van",
        "equipment_type": "van",
        "total_distance": Decimal(781),
        "weight": Decimal("42000.5"),
        "commodity": "Flour",
        "special_instructions": "Call ahead.\nNo lumpers.",
        "customer_rate": Decimal(2719),
        "start_rate": Decimal(1500),
        "max_rate": Decimal("1953.55"),
        "book_now_rate": Decimal(1525),
        "is_team_required": True,
        "is_outbound_sales_enabled": True,
        "is_routing_guide_enabled": True,
        "is_visible_to_external_carriers": True,
        "is_locked": True,
        "held_at": None,
        "held_by_id": None,
        "hold_reason": "",
        "import_trail": None,
        "created_at": NOW,
        "updated_at": NOW,
    }
    assert load.missing == []
    stops = (
        stops_of(load).order_by("position").values_list("type", "street", "city", "timezone", "window_start")
    )
    assert list(stops) == [
        ("pickup", "1 Mill Rd", "Dallas", "America/Chicago", datetime(2026, 3, 4, 8, 0)),
        ("dropoff", "", "Atlanta", "America/New_York", None),
    ]


def test_the_id_alone_makes_an_incomplete_load(acme):
    load = ingest(acme, {"id": "L-1"})
    assert load.lacking == ["pickupTime", "origin", "destination", "status", "startRate"]
    assert load.missing == [*load.lacking, "dropoffTime", "customerRate", "maxRate"]
    assert changes_of(load) == [{"id": [None, "L-1"]}]


def test_a_field_left_out_leaves_what_is_stored(acme):
    load = ingest(acme, FULL)
    before = stored(load)
    ingest(acme, {"id": "L-1", "maxRate": 2000}, at=NOW + timedelta(minutes=1))
    assert stored(load) == before | {"max_rate": Decimal(2000), "updated_at": NOW + timedelta(minutes=1)}
    assert stops_of(load).count() == 2
    assert changes_of(load)[1] == {"maxRate": ["1953.55", "2000.00"]}


def test_null_clears_every_field(acme):
    load = ingest(acme, FULL)
    ingest(acme, dict.fromkeys(FULL) | {"id": "L-1"})
    cleared = Load.unscoped.get(pk=load.pk)
    blank = Load(organization=acme, external_id="L-1")
    unchanged = ("id", "created_at", "updated_at")
    names = [field.attname for field in Load._meta.concrete_fields if field.attname not in unchanged]
    assert [getattr(cleared, name) for name in names] == [getattr(blank, name) for name in names]
    assert stops_of(load).count() == 0


def test_an_identical_repeat_changes_nothing(acme):
    load = ingest(acme, FULL)
    before, stops = stored(load), list(stops_of(load).order_by("position").values())
    ingest(acme, FULL, at=NOW + timedelta(hours=1))
    assert stored(load) == before
    assert list(stops_of(load).order_by("position").values()) == stops
    assert changes_of(load)[1] == {}


def test_the_last_event_received_wins(acme):
    for status in ("UNASSIGNED", "DELIVERED", "COVERED", "held by customs"):
        load = ingest(acme, {"id": "L-1", "status": status})
    load.refresh_from_db()
    assert load.status == "held by customs"
    assert not load.is_open


def test_stops_given_replace_the_old_ones(acme):
    load = ingest(acme, FULL)
    ingest(acme, {"id": "L-1", "stops": [{"type": "dropoff", "address": {"city": "Macon", "state": "GA"}}]})
    assert list(stops_of(load).values_list("position", "city")) == [(0, "Macon")]
    assert changes_of(load)[1]["stops"][1] == [
        {"type": "dropoff", "city": "Macon", "state": "GA", "timezone": "America/New_York"}
    ]


def test_other_stops_alone_are_a_change_of_the_load(acme):
    load = ingest(acme, FULL)
    ingest(acme, {"id": "L-1", "stops": []}, at=NOW + timedelta(hours=1))
    load.refresh_from_db()
    assert load.updated_at == NOW + timedelta(hours=1)


def test_crossed_rates_are_stored_and_flagged(acme):
    load = ingest(acme, FULL | {"startRate": 2000, "maxRate": 1900})
    assert load.has_crossed_rates
    assert not ingest(acme, {"id": "L-1", "maxRate": None}).has_crossed_rates


def test_a_load_keeps_what_no_event_tells_of(acme, broker):
    load = LoadFactory(organization=acme, external_id="L-1", owner=broker, import_trail=b"\x00\xff\\")
    ingest(acme, FULL | {"specialInstructions": 'odd "\\u0041" \t ü 荷 😀 \x1f'})
    load.refresh_from_db()
    assert (load.owner, bytes(load.import_trail)) == (broker, b"\x00\xff\\")
    assert load.special_instructions == 'odd "\\u0041" \t ü 荷 😀 \x1f'


def test_tenants_may_use_the_same_id(acme, rival):
    ours, theirs = ingest(acme, FULL), ingest(rival, FULL | {"maxRate": 1})
    assert ours.pk != theirs.pk
    ingest(rival, {"id": "L-1", "status": "COVERED", "stops": None})
    ours.refresh_from_db()
    assert (ours.status, ours.max_rate, stops_of(ours).count()) == ("UNASSIGNED", Decimal("1953.55"), 2)
