"""The lanes of carriers: always what bids and bookings say, whatever changes them."""

from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from bids.models import Bid, Booking
from carriers.identity import Numbers, ensure_carriers
from carriers.models import CarrierLane
from loads.models import Load
from organizations.models import Organization
from organizations.places.gazetteer import find_place
from tests.bids.lane_counts import counted, kept
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, LoadFactory


@pytest.fixture
def carrier(acme):
    return CarrierFactory(organization=acme)


@pytest.fixture
def load(acme):
    return load_of(acme)


def load_of(organization, **values):
    """A load from Dallas to Atlanta."""
    places = {"origin_place": find_place("Dallas", "TX"), "destination_place": find_place("Atlanta", "GA")}
    return LoadFactory(organization=organization, **places | values)


def bid_of(carrier, load, **values):
    return BidFactory(
        organization=carrier.organization, carrier=carrier, load=load, conversation=None, **values
    )


def booking_of(carrier, load, **values):
    return BookingFactory(organization=carrier.organization, carrier=carrier, load=load, **values)


def only():
    """The one lane there is."""
    assert kept() == counted()
    return CarrierLane.unscoped.get()


def figures(lane):
    return lane.bids, lane.amount_sum, lane.amount_count, lane.bookings, lane.delivered


def test_bids_and_bookings_count_on_their_loads_lane(carrier, load):
    bid_of(carrier, load, amount=Decimal("1900.50"))
    bid_of(carrier, load, amount=Decimal(2100), discussed_at=NOW + timedelta(hours=2))
    bid_of(carrier, load, amount=None)
    booking_of(carrier, load, booked_at=NOW + timedelta(hours=1))

    lane = only()
    assert (lane.carrier, lane.origin, lane.destination) == (carrier.pk, "Dallas, TX", "Atlanta, GA")
    assert (lane.origin_place, lane.destination_place) == (load.origin_place, load.destination_place)
    assert (lane.equipment, lane.last_at) == ("van", NOW + timedelta(hours=2))
    assert figures(lane) == (3, Decimal("4000.50"), 2, 1, 0)


def test_bid_without_carrier_counts_once_it_has_one(acme, carrier, load):
    bid = BidFactory(organization=acme, load=load, carrier=None)
    assert not CarrierLane.unscoped.exists()

    Bid.unscoped.filter(pk=bid.pk).update(carrier=carrier)
    assert only().bids == 1
    Bid.unscoped.filter(pk=bid.pk).update(carrier=None)
    assert not CarrierLane.unscoped.exists()


def test_amount_that_changes_is_counted_anew(carrier, load):
    bid = bid_of(carrier, load, amount=Decimal(1900))

    for amount, count in ((Decimal("1800.25"), 1), (None, 0), (Decimal(0), 1)):
        Bid.unscoped.filter(pk=bid.pk).update(amount=amount)
        assert figures(only()) == (1, amount or 0, count, 0, 0)


def test_what_is_deleted_counts_no_more(carrier, load):
    bids = [bid_of(carrier, load) for _ in range(3)]
    booking = booking_of(carrier, load)

    bids[0].delete()
    assert only().bids == 2
    Bid.unscoped.all().delete()
    assert figures(only()) == (0, 0, 0, 1, 0)
    booking.delete()
    assert not CarrierLane.unscoped.exists()


def test_delivery_counts_until_it_is_taken_back(carrier, load):
    booking_of(carrier, load)

    for status, delivered in (("DELIVERED", 1), ("IN_TRANSIT", 0), ("DELIVERED", 1), ("COVERED", 0)):
        Load.unscoped.filter(pk=load.pk).update(status=status)
        assert only().delivered == delivered


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"origin_city": "Houston"}, ("Houston, TX", "Atlanta, GA", "van")),
        ({"origin_place": None}, ("Dallas, TX", "Atlanta, GA", "van")),
        ({"destination_city": "", "destination_state": "FL"}, ("Dallas, TX", "FL", "van")),
        ({"equipment_type": "reefer"}, ("Dallas, TX", "Atlanta, GA", "reefer")),
        ({"equipment_type": ""}, ("Dallas, TX", "Atlanta, GA", "")),
    ],
)
def test_load_that_changes_takes_its_bids_and_bookings_along(carrier, load, change, expected):
    bid_of(carrier, load)
    booking_of(carrier, load)

    Load.unscoped.filter(pk=load.pk).update(**change)
    lane = only()
    assert (lane.origin, lane.destination, lane.equipment) == expected
    assert (lane.bids, lane.bookings) == (1, 1)


def test_load_without_a_place_counts_once_it_has_both(acme, carrier):
    places = [f"{end}_{part}" for end in ("origin", "destination") for part in ("city", "state")]
    stub = LoadFactory(organization=acme, **dict.fromkeys(places, ""))
    bid_of(carrier, stub)
    assert not CarrierLane.unscoped.exists()

    Load.unscoped.filter(pk=stub.pk).update(origin_city="Dallas", origin_state="TX")
    assert not CarrierLane.unscoped.exists()
    Load.unscoped.filter(pk=stub.pk).update(destination_state="GA")
    assert only().destination == "GA"


def test_many_loads_that_move_at_once(acme, carrier):
    for number in range(30):
        bid_of(carrier, load_of(acme, equipment_type=["van", "reefer"][number % 2]))

    Load.unscoped.update(origin_city="Houston", origin_place=find_place("Houston", "TX"))
    assert kept() == counted()
    assert CarrierLane.unscoped.count() == 2


def test_carriers_that_become_one_have_their_lanes_together(acme, load):
    known = CarrierFactory(organization=acme, mc_number="", dot_number=41)
    stub = CarrierFactory(organization=acme, mc_number="123", dot_number=None)
    for each in (known, stub):
        bid_of(each, load)
        booking_of(each, load)

    ensure_carriers(organization=acme, numbers=[Numbers(41, "123")], at=NOW)
    lane = only()
    assert (lane.carrier, lane.bids, lane.bookings) == (known.pk, 2, 2)


def test_deleted_carrier_has_no_lanes(carrier, load):
    bid_of(carrier, load)
    booking_of(carrier, load)

    carrier.delete()
    assert Bid.unscoped.count() == 1
    assert not CarrierLane.unscoped.exists()


def test_deleted_load_takes_its_counts_along(carrier, load):
    bid_of(carrier, load)
    booking_of(carrier, load)

    load.delete()
    assert not CarrierLane.unscoped.exists()


def test_load_deleted_before_its_bids_takes_their_counts_along(carrier, load):
    bid_of(carrier, load)

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM loads_load")
        assert not CarrierLane.unscoped.exists()
        cursor.execute("DELETE FROM bids_bid")
    assert not CarrierLane.unscoped.exists()


def test_deleted_organization_leaves_no_lanes(acme, carrier, load):
    bid_of(carrier, load)
    booking_of(carrier, load)

    Organization.objects.filter(pk=acme.pk).delete()
    assert not CarrierLane.unscoped.exists()


def test_what_is_undone_was_never_counted(carrier, load):
    bid_of(carrier, load)
    booking_of(carrier, load)
    before = list(CarrierLane.unscoped.values())

    Bid.unscoped.update(notes="x", status="REJECTED")
    Booking.unscoped.update(booked_by="user:1")
    Load.unscoped.update(status="COVERED", commodity="Paper")
    assert list(CarrierLane.unscoped.values()) == before


# The command


def run(*options):
    out = StringIO()
    code = 0
    try:
        call_command("rebuild_projections", "carrier_lanes", *options, stdout=out)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue()


@pytest.fixture
def spoilt(acme, rival, carrier, load):
    """A lane of acme whose counts are wrong, and one of the other organization."""
    bid_of(carrier, load)
    bid_of(CarrierFactory(organization=rival), load_of(rival))
    CarrierLane.unscoped.filter(organization=acme).update(bids=7)


def test_verify_tells_what_differs_and_writes_nothing(spoilt):
    assert run("--verify") == (1, "acme: carrier_lanes, 1 differ\nrival: carrier_lanes, 0 differ\n")
    assert run("--verify", "--organization", "rival") == (0, "rival: carrier_lanes, 0 differ\n")
    assert kept() != counted()


def test_rebuild_counts_anew(spoilt, rival):
    before = CarrierLane.unscoped.get(organization=rival)

    assert run("--organization", "acme") == (0, "acme: carrier_lanes, 1 rows\n")
    assert kept() == counted()
    assert CarrierLane.unscoped.get(organization=rival) == before
    assert run() == (0, "acme: carrier_lanes, 1 rows\nrival: carrier_lanes, 1 rows\n")
    assert run("--verify")[0] == 0


def test_rebuild_of_nobody_is_refused(acme):
    with pytest.raises(CommandError, match="no organization 'nobody'"):
        run("--organization", "nobody")
