"""Which carriers fit a load."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from bids.candidates import ranked_candidates
from bids.models import Booking
from bids.services.outreach import rules_of
from calls.models import CheckCallReport
from carriers.models import Carrier, CarrierContact, ContactFinding, HaulRestriction, RoutingGuideEntry
from carriers.services.learned import remove_fact
from carriers.states import LearnedKind
from loads.models import Load
from organizations.places.gazetteer import find_place
from organizations.tenancy.actors import system
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    DoNotCallFactory,
    EndedBookingFactory,
    LearnedFactFactory,
    LoadFactory,
    TruckCapacityFactory,
)

pytestmark = pytest.mark.sampled(10)


@pytest.fixture
def load(in_acme):
    """Dallas to Atlanta with a van, both ends known to the gazetteer."""
    load = LoadFactory(
        organization=in_acme,
        external_id="48213",
        is_outbound_sales_enabled=True,
        origin_place=find_place("Dallas", "TX"),
        destination_place=find_place("Atlanta", "GA"),
    )
    return Load.objects.select_related("organization", "origin_place", "destination_place").get(pk=load.pk)


def fitting(load):
    return ranked_candidates(load, rules_of(load.organization_id), at=NOW)


def names(load):
    return [each.facts.name for each in fitting(load)]


def codes(load):
    (one,) = fitting(load)
    return [code for code, _ in one.reasons]


def ran(organization, carrier, origin="Dallas, TX", destination="Atlanta, GA", **columns):
    """A load that the carrier has moved."""
    ends = {}
    for end, text in (("origin", origin), ("destination", destination)):
        city, state = text.split(", ")
        ends |= {f"{end}_city": city, f"{end}_state": state, f"{end}_place": find_place(city, state)}
    old = LoadFactory(organization=organization, **{"status": "DELIVERED"} | ends | columns)
    BookingFactory(organization=organization, load=old, carrier=carrier, booked_at=NOW - timedelta(days=9))
    return old


@pytest.fixture
def make(in_acme):
    """Make a carrier with a name and a number."""
    count = iter(range(1, 99))

    def made(name, **columns):
        phone = f"+1214555{next(count):04d}"
        return CarrierFactory(organization=in_acme, **{"name": name, "phone": phone} | columns)

    return made


def test_lane_counts_within_the_radius_of_both_ends(in_acme, load, make):
    ran(in_acme, make("Near"), "Fort Worth, TX", "Marietta, GA")
    ran(in_acme, make("Far from the pickup"), "Houston, TX", "Atlanta, GA")
    ran(in_acme, make("Far from the end"), "Dallas, TX", "Savannah, GA")

    assert names(load) == ["Near"]
    assert codes(load) == ["ran_lane"]


def test_bid_on_the_lane_is_enough(in_acme, load, make):
    old = LoadFactory(
        organization=in_acme, origin_place=load.origin_place, destination_place=load.destination_place
    )
    BidFactory(organization=in_acme, load=old, carrier=make("Bidder"))

    assert codes(load) == ["bid_lane", "average"]


def test_place_that_the_gazetteer_lacks_is_compared_as_text(in_acme, load, make):
    Load.objects.filter(pk=load.pk).update(origin_place=None, origin_city="Nowhereville")
    load.refresh_from_db()
    carrier = make("Knows it")
    old = ran(in_acme, carrier)
    Load.objects.filter(pk=old.pk).update(origin_place=None, origin_city="NOWHEREVILLE")

    assert names(load) == ["Knows it"]


def test_who_will_be_empty_near_the_pickup_fits(in_acme, load, make):
    ran(
        in_acme,
        make("Empty soon"),
        "Tulsa, OK",
        "Fort Worth, TX",
        status="IN_TRANSIT",
        pickup_at=load.pickup_at - timedelta(days=2),
        dropoff_at=load.pickup_at - timedelta(hours=20),
    )
    ran(
        in_acme,
        make("Empty long ago"),
        "Tulsa, OK",
        "Fort Worth, TX",
        pickup_at=load.pickup_at - timedelta(days=9),
        dropoff_at=load.pickup_at - timedelta(days=8),
    )

    assert names(load) == ["Empty soon"]
    assert codes(load) == ["empty_near"]


def test_who_told_of_a_truck_near_the_pickup_is_called_first(in_acme, load, make):
    ran(in_acme, make("Ran it"))
    make("Preferred", is_preferred=True)
    day = load.pickup_time.date()
    for name, city, days in (("In Dallas", "Dallas", 1), ("Near it", "Waco", -1)):
        TruckCapacityFactory(
            organization=in_acme, carrier=make(name), city=city, day=day + timedelta(days=days)
        )

    assert names(load) == ["In Dallas", "Near it", "Preferred", "Ran it"]
    assert fitting(load)[0].reasons[0] == ("truck_near", "Truck near pickup (reported today)")


@pytest.mark.parametrize(
    "columns",
    [
        {"city": "Houston"},
        {"day": date(2026, 3, 6)},
        {"day": date(2026, 3, 1)},  # gone
        {"equipment": "flatbed"},
        {"city": ""},
    ],
)
def test_truck_that_is_elsewhere_counts_for_nothing(in_acme, load, make, columns):
    TruckCapacityFactory(organization=in_acme, carrier=make("Elsewhere"), **columns)

    assert names(load) == []


def test_truck_of_no_known_trailer_counts_and_says_when_it_was_noted(in_acme, load, make):
    TruckCapacityFactory(
        organization=in_acme, carrier=make("Any"), equipment="", noted_at=NOW - timedelta(days=1)
    )

    assert fitting(load)[0].reasons == (("truck_near", "Truck near pickup (reported yesterday)"),)


def test_routing_guide_counts_where_the_load_goes_by_it(in_acme, load, make):
    lane = {"origin_state": "TX", "destination_city": "atlanta", "destination_state": "GA"}
    RoutingGuideEntry.objects.create(organization=in_acme, carrier=make("Guided"), rank=3, **lane)
    elsewhere = lane | {"destination_city": "Macon"}
    RoutingGuideEntry.objects.create(organization=in_acme, carrier=make("Other town"), rank=1, **elsewhere)

    assert names(load) == []
    load.is_routing_guide_enabled = True
    assert names(load) == ["Guided"]
    assert fitting(load)[0].reasons[0] == ("routing_guide", "Routing guide, rank 3")


@pytest.mark.parametrize(
    "columns",
    [
        {"is_blocked": True},
        {"rules_assessment": "fail"},
        {"connection_status": "do_not_dispatch"},
        {"phone": ""},
        {"phone": "+442071838750"},  # abroad
        {"equipment_types": ["flatbed"]},
        {"is_capacity_carrier": True},
    ],
)
def test_who_is_never_called(in_acme, load, make, columns):
    ran(in_acme, make("Never", **columns))

    assert names(load) == []


def test_capacity_carriers_are_called_about_loads_they_may_see(in_acme, load, make):
    ran(in_acme, make("Capacity", is_capacity_carrier=True))
    load.is_visible_to_external_carriers = True

    assert names(load) == ["Capacity"]


def test_who_asked_not_to_be_called_and_risky_numbers_are_left_out(in_acme, load, make):
    DoNotCallFactory(organization=in_acme, number="+12145550101")
    ContactFinding.objects.create(
        organization=in_acme, address="+12145550102", source="identity", risks=["fraud"], found_at=NOW
    )
    for phone in ("+12145550101", "+12145550102"):
        ran(in_acme, make("Left out", phone=phone))

    assert names(load) == []


def test_registered_number_of_a_contact_will_do(in_acme, load, make):
    carrier = make("By its dispatcher", phone="")
    ran(in_acme, carrier)
    for phone, is_registered in (("+12145550190", False), ("+12145550191", True)):
        CarrierContact.objects.create(
            organization=in_acme, carrier=carrier, phone=phone, is_registered=is_registered
        )

    assert [each.facts.phone for each in fitting(load)] == ["+12145550191"]


def test_restricted_carrier_is_left_out(in_acme, load, make):
    carrier = make("Not to Georgia")
    ran(in_acme, carrier)
    HaulRestriction.objects.create(organization=in_acme, carrier=carrier, destination_state="GA")

    assert names(load) == []


def test_preferred_carrier_needs_no_history(in_acme, load, make):
    make("Unknown")
    make("Preferred", is_preferred=True)

    assert names(load) == ["Preferred"]


# What calls and loads told


def told(carrier, kind, value="Dallas, TX", **columns):
    places = [find_place(*end.split(", ")) for end in value.split(" → ")]
    return LearnedFactFactory(
        organization=carrier.organization,
        carrier=carrier,
        kind=kind,
        value=value,
        origin_place=places[0],
        destination_place=places[1] if len(places) > 1 else None,
        **columns,
    )


def test_who_asked_for_the_lane_or_is_usually_there_fits(in_acme, load, make):
    told(make("Asked"), "lane", "Fort Worth, TX → Marietta, GA", times=1)
    told(make("Usually there"), "place", "Fort Worth, TX")
    told(make("Was there once"), "place", times=1)
    told(make("Asked for another"), "lane", "Dallas, TX → Savannah, GA")
    told(make("Wrong"), "place", removed_at=NOW, removed_by="user:1")
    told(make("Long ago"), "place", confirmed_at=NOW - timedelta(days=400))

    assert names(load) == ["Asked", "Usually there"]
    assert [code for each in fitting(load) for code, _ in each.reasons] == ["wants_lane", "usual_place"]


def test_lowest_rate_a_mile_of_a_similar_haul_counts(in_acme, load, make):
    carrier = make("Cheap", is_preferred=True)
    for amount, miles in ((1400, 781), (1300, 700), (1, 100)):
        old = LoadFactory(organization=in_acme, total_distance=miles, origin_city="Boise", origin_state="ID")
        BookingFactory(organization=in_acme, load=old, carrier=carrier, amount=amount, booked_at=NOW)

    assert fitting(load)[0].facts.lowest == Decimal("1.79")
    assert "lowest" in codes(load)
    for booking in Booking.objects.filter(amount=1400):
        remove_fact(
            carrier=carrier, kind=LearnedKind.RPM, value=f"booking {booking.pk}", by=system("tests"), at=NOW
        )
    assert fitting(load)[0].facts.lowest == Decimal("1.86")


def test_broken_promises_put_a_carrier_behind(in_acme, load, make):
    for name in ("A", "B"):
        make(name, is_preferred=True)
    first = Carrier.objects.get(name="A")
    ended = EndedBookingFactory(organization=in_acme, carrier=first, ended_at=NOW - timedelta(days=3))

    assert names(load) == ["B", "A"]
    assert fitting(load)[1].reasons[-1] == ("fell_off", "Fell off 1 load in six months")
    key = f"booking {ended.number}"
    remove_fact(carrier=first, kind=LearnedKind.BROKEN, value=key, by=system("tests"), at=NOW)
    assert names(load) == ["A", "B"]


def test_late_check_calls_are_told(in_acme, load, make):
    carrier = make("Late", is_preferred=True)
    for minutes in (0, 40, 90):
        booking = BookingFactory(organization=in_acme, carrier=carrier, booked_at=NOW)
        report = CheckCallReport.objects.create(
            organization=in_acme,
            conversation=CallFactory(organization=in_acme).conversation,
            load=booking.load,
            about="pickup",
            late_minutes=minutes,
            reported_at=NOW,
        )

    assert ("late", "Late in 2 of 3 check calls in six months") in fitting(load)[0].reasons
    key = f"report {report.pk}"
    remove_fact(carrier=carrier, kind=LearnedKind.BROKEN, value=key, by=system("tests"), at=NOW)
    assert fitting(load)[0].facts.kept.late == 1


def test_what_another_tenants_carrier_told_counts_for_nothing(in_acme, load, rival):
    told(CarrierFactory(organization=rival, name="Theirs", phone="+12145550199"), "place")

    assert names(load) == []


def test_another_tenants_carriers_and_runs_count_for_nothing(in_acme, load, rival):
    theirs = CarrierFactory(organization=rival, name="Theirs", phone="+12145550199", is_preferred=True)
    ran(rival, theirs)

    assert names(load) == []


def test_cost_does_not_grow_with_carriers(in_acme, load, make, django_assert_num_queries):
    for number in range(12):
        ran(in_acme, make(f"Carrier {number}"))
    rules = rules_of(in_acme)
    with django_assert_num_queries(16):
        assert len(ranked_candidates(load, rules, at=NOW)) == 12
