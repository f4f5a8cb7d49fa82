"""Load events taken in and refused, alone and at once; stubs of loads; whose a load is."""

import json
import threading
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction

from loads import services
from loads.models import Load, LoadEvent
from organizations.api.problems import Invalid
from organizations.models import AuditEntry, Organization
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope, unscoped
from tests.database import as_owner
from tests.factories import NOW, LoadFactory
from tests.loads.load_events import FULL, TMS, changes_of, events_of, ingest, stops_of, stored

# What a load event stores, leaves, clears and tells of.


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


# A load event that is refused, or fails, changes nothing.


def test_a_refused_event_is_kept_and_found_at_its_load(acme):
    load = ingest(acme, FULL)
    errors = [{"field": "maxRate", "code": "invalid", "detail": "Expected a number."}]
    event = services.refuse_load_event(
        organization=acme,
        raw=b"\xff\x00 not JSON",
        refusal=Invalid(errors=errors),
        by=TMS,
        at=NOW,
        external_id=" L-1 ",
    )
    kept = LoadEvent.unscoped.get(pk=event.pk)
    assert (bytes(kept.raw), kept.errors, kept.is_accepted, kept.load) == (
        b"\xff\x00 not JSON",
        errors,
        False,
        load,
    )


@pytest.mark.parametrize("external_id", [None, 7, "L-2", ["L-1"], "x" * 10_000])
def test_a_refused_event_without_a_known_id_stands_alone(acme, external_id):
    ingest(acme, FULL)
    event = services.refuse_load_event(
        organization=acme, raw=b"{}", refusal=Invalid(), by=TMS, at=NOW, external_id=external_id
    )
    assert event.load_id is None


@pytest.mark.django_db(transaction=True)
def test_a_failure_keeps_nothing_of_the_event(acme):
    load = ingest(acme, FULL)
    before = stored(load)
    with as_owner() as cursor:  # what is written last fails
        cursor.execute("ALTER TABLE loads_loadevent ADD CONSTRAINT none CHECK (false) NOT VALID")
    try:
        for event in (FULL | {"id": "L-2"}, FULL | {"maxRate": 1, "stops": []}):
            with pytest.raises(IntegrityError):
                ingest(acme, event)
    finally:
        with as_owner() as cursor:
            cursor.execute("ALTER TABLE loads_loadevent DROP CONSTRAINT none")
    assert (stored(load), stops_of(load).count()) == (before, 2)
    assert Load.unscoped.get() == load


# Load events that come at once, overtake or wait for one another.


def at_once(*jobs):
    """Run the jobs in threads that start together, each with a connection of its own; return their errors."""
    barrier, errors = threading.Barrier(len(jobs)), []

    def run(job):
        try:
            barrier.wait(60)
            with unscoped():
                job()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return errors


@pytest.mark.django_db(transaction=True)
def test_a_new_id_at_once_makes_one_load(acme):
    def send(number):
        return lambda: ingest(acme, FULL | {"startRate": number, "stops": FULL["stops"][: number % 3]})

    for turn in range(5):
        Load.unscoped.all().delete()
        errors = at_once(*(send(number) for number in range(1, 7)))
        assert errors == [], turn
        load = Load.unscoped.get()
        last = events_of(load).latest("id")
        sent = json.loads(bytes(last.raw))
        assert events_of(load).count() == 6
        assert (load.start_rate, stops_of(load).count()) == (sent["startRate"], len(sent["stops"]))
        LoadEvent.unscoped.all().delete()


@pytest.mark.django_db(transaction=True)
def test_changes_at_once_are_each_told_from_what_they_found(acme):
    """Repeats and changes of rates and stops: told one after another, they lead to what is stored."""
    load = ingest(acme, FULL | {"startRate": 0, "stops": []})

    def send(number):
        event = FULL | {"startRate": number % 3, "stops": FULL["stops"][: number % 2]}
        return lambda: [ingest(acme, event) for _ in range(5)]

    assert at_once(*(send(number) for number in range(6))) == []
    rate, stops = "0.00", 0
    for event in events_of(load).order_by("id")[1:]:
        sent = json.loads(bytes(event.raw))
        told = event.changes.get("startRate", [rate, rate])
        assert told == [rate, f"{sent['startRate']}.00"]
        rate = told[1]
        before, after = event.changes.get("stops", [[{}] * stops, [{}] * stops])
        assert (len(before), len(after)) == (stops, len(sent["stops"]))
        stops = len(after)
    load.refresh_from_db()
    assert (load.start_rate, stops_of(load).count()) == (Decimal(rate), stops)
    assert events_of(load).count() == 31


@pytest.mark.django_db(transaction=True)
def test_a_stub_and_an_event_at_once_make_one_load(acme):
    def stub():
        services.ensure_load(organization=acme, external_id="L-1", by=TMS, at=NOW)

    assert at_once(stub, lambda: ingest(acme, FULL), stub, lambda: ingest(acme, FULL)) == []
    assert Load.unscoped.get().max_rate == Decimal("1953.55")


@pytest.mark.django_db(transaction=True)
def test_an_event_waits_for_one_that_has_not_committed(acme):
    """The insert of a second event waits for the first one's commit, then changes what that one stored."""
    inserted, done = threading.Event(), threading.Event()

    def first():
        with transaction.atomic():
            ingest(acme, FULL)
            inserted.set()
            assert not done.wait(0.3)

    def second():
        inserted.wait(60)
        ingest(Organization.objects.get(pk=acme.pk), {"id": "L-1", "status": "COVERED"})
        done.set()

    assert at_once(first, second) == []
    load = Load.unscoped.get()
    assert (load.status, load.customer_name) == ("COVERED", "Kestrel Mills")


# Loads that are named before an event tells of them.


def test_a_stub_is_made_once_and_filled_by_an_event(acme):
    stub = services.ensure_load(organization=acme, external_id="L-9", by=TMS, at=NOW)
    assert services.ensure_load(organization=acme, external_id="L-9", by=TMS, at=NOW) == stub
    assert AuditEntry.unscoped.filter(action="load.stubbed").count() == 1
    assert ingest(acme, FULL | {"id": "L-9"}) == stub
    stub.refresh_from_db()
    assert stub.missing == []


def test_a_stub_never_takes_another_tenants_load(acme, rival):
    theirs = LoadFactory(organization=rival, external_id="L-9")
    assert services.ensure_load(organization=acme, external_id="L-9", by=TMS, at=NOW) != theirs


# Whose a load is.


def test_owner_is_kept_with_who_said_so(acme, broker):
    load = LoadFactory(organization=acme)
    with scope(acme.pk):
        services.assign_owner(load=load, owner=broker, by=system("tests"), at=NOW)
        services.assign_owner(load=load, owner=broker, by=system("tests"), at=NOW)  # nothing new
        assert Load.objects.get().owner == broker
        services.assign_owner(load=load, owner=None, by=system("tests"), at=NOW)
        assert Load.objects.get().owner is None
    entries = AuditEntry.unscoped.filter(action="load.owner_changed").order_by("pk")
    assert [entry.details["owner"] for entry in entries] == [broker.email, None]
