"""The search for a lane on the carriers' page: who is found, in which order, the figures, the map."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.http import QueryDict

from carriers.models import Carrier, CarrierLane
from carriers.tables import ROADS_OVER_AIR, CarrierTable
from organizations.places.gazetteer import find_place_of, miles_between
from tests.carriers.test_pages import HOSTILE, browser, carrier_of, found, lane, text_of, vetting
from tests.factories import NOW, CarrierFactory, LoadFactory

__all__ = ["browser"]  # a fixture
LANE_QUERIES = (
    11  # Session, person, memberships; columns, views; carriers, reasons, figures, miles, towns, trucks.
)
LANE = {"origin": "Dallas, TX", "destination": "Atlanta, GA"}

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


def test_search_finds_who_ran_near_both_ends(browser, acme):
    lane(carrier_of(acme, "right there"), bids=3)
    lane(carrier_of(acme, "near"), "Fort Worth, TX", "Marietta, GA", bids=2)
    lane(carrier_of(acme, "from elsewhere"), "Houston, TX")
    lane(carrier_of(acme, "the other way"), "Atlanta, GA", "Dallas, TX")
    assert found(browser, **LANE) == ["right there", "near"]
    assert found(browser, **LANE, radius=0) == ["right there"]
    assert found(browser, **LANE, radius=300, sort="name") == ["from elsewhere", "near", "right there"]
    assert found(browser, origin="Dallas, TX", sort="name") == ["near", "right there"]
    assert found(browser, destination="dallas tx") == ["the other way"]


def test_search_narrows_by_equipment_and_by_words(browser, acme):
    lane(carrier_of(acme, "van alone"))
    lane(carrier_of(acme, "reefer alone"), equipment="reefer")
    assert found(browser, **LANE, equipment="reefer") == ["reefer alone"]
    assert found(browser, **LANE, q="van") == ["van alone"]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", ["many", "cheap", "new"]),
        ("bids", ["new", "cheap", "many"]),
        ("rate", ["cheap", "many", "new"]),
        ("-rate", ["many", "cheap", "new"]),
        ("-booked", ["cheap", "many", "new"]),
        ("-seen", ["new", "cheap", "many"]),
        ("name", ["cheap", "many", "new"]),
        ("-units", ["new", "cheap", "many"]),
    ],
)
def test_search_sorts_with_the_unknown_last(browser, acme, sort, names):
    lane(carrier_of(acme, "many"), bids=9, amount_sum=Decimal(18000), amount_count=9)
    lane(
        carrier_of(acme, "cheap", fleet_size=3),
        bids=2,
        amount_sum=Decimal(2000),
        amount_count=2,
        bookings=2,
        last_at=NOW + timedelta(days=1),
    )
    lane(
        carrier_of(acme, "new", fleet_size=9),
        amount_sum=Decimal(0),
        amount_count=0,
        last_at=NOW + timedelta(days=2),
    )
    assert found(browser, **LANE, sort=sort) == names


def test_figures_count_what_all_carriers_did(browser, acme):
    for name, amount in (("one", 1800), ("two", 2200)):
        carrier = carrier_of(acme, name)
        lane(carrier, bids=2, amount_sum=Decimal(2 * amount), amount_count=2, bookings=1, delivered=1)
    figures = browser.get("/carriers/", LANE).context["table"].lane
    apart = miles_between(find_place_of("Dallas, TX"), find_place_of("Atlanta, GA")) * ROADS_OVER_AIR
    assert (figures.lanes, figures.bids, figures.bookings, figures.delivered) == (1, 4, 2, 2)
    assert figures.average == 2000
    assert (figures.miles, figures.is_estimated) == (apart, True)
    assert figures.per_mile == pytest.approx(Decimal(2000 / apart), abs=Decimal("0.01"))
    assert "$2,000" in text_of(browser, **LANE)


def test_miles_and_rpm_are_those_of_the_loads_on_the_lane(browser, acme):
    lane(carrier_of(acme, "one"), bids=1, amount_sum=Decimal(2000), amount_count=1)
    ends = {
        "origin_place": find_place_of("Dallas, TX"),
        "destination_place": find_place_of("Atlanta, GA"),
    }
    for miles in (None, 12, 950, 800):  # 12 is a mistake, 950 went by way of other stops
        LoadFactory(organization=acme, total_distance=miles, **ends)
    table = browser.get("/carriers/", LANE).context["table"]
    assert (table.lane.miles, table.lane.is_estimated) == (pytest.approx(800), False)
    assert [table.lane.per_mile, *(row.per_mile for row in table.page)] == [Decimal("2.50")] * 2
    assert "$2.50/mi" in text_of(browser, **LANE)


def test_unknown_place_is_told_with_what_may_have_been_meant(browser, acme):
    lane(carrier_of(acme, "Blue Mesa"), origin="Zzyzx Yard, ZZ")
    text = text_of(browser, origin="Dallaz, TX", destination="Atlanta, GA")
    assert "“Dallaz, TX” isn’t a place we recognize." in text
    assert "?destination=Atlanta%2C+GA&amp;origin=Dallas%2C+TX" in text
    assert found(browser, origin="zzyzx yard, ZZ") == ["Blue Mesa"]


def test_search_that_finds_nobody_says_what_to_try(browser, acme):
    carrier_of(acme, "Blue Mesa")
    assert "No carriers on this lane yet" in text_of(browser, **LANE)


def test_places_are_suggested_as_one_types(browser):
    text = text_of(browser, "/carriers/places/", origin="Dalas")
    assert '<option value="Dallas, TX">' in text
    assert text_of(browser, "/carriers/places/").strip() == ""
    assert text_of(browser, "/carriers/places/", destination=HOSTILE).count("<script") == 0


@pytest.mark.parametrize("number", [1, 60])
def test_search_costs_the_same_whatever_it_shows(browser, acme, django_assert_num_queries, number):
    for place in range(number):
        carrier = carrier_of(acme, f"Carrier {place}")
        vetting(carrier)
        lane(carrier)
    text_of(browser, **LANE)  # the places are remembered from here on
    with django_assert_num_queries(LANE_QUERIES):
        text_of(browser, **LANE)


def test_whom_was_seen_last_is_the_same_however_it_is_looked_up(in_acme, broker, monkeypatch):
    """One by one, by the newest lanes, by all lanes: many are seen at the same moment, some never."""
    carriers = Carrier.unscoped.bulk_create(
        CarrierFactory.build(organization=in_acme, name=f"{number * 7 % 100:03}") for number in range(240)
    )
    CarrierLane.unscoped.bulk_create(
        CarrierLane(
            organization=in_acme,
            carrier=carrier.pk,
            bids=1,
            amount_sum=0,
            amount_count=0,
            bookings=0,
            delivered=0,
            last_at=NOW - timedelta(days=place % 5),
        )
        for place, carrier in enumerate(carriers[:200] * 2)
    )
    orders = []
    for few in (1000, 0):
        monkeypatch.setattr("carriers.selectors.carriers.FEW", few)
        place = broker.memberships.get()
        pages = [CarrierTable(QueryDict(f"page={number}"), place, at=NOW).page for number in range(1, 6)]
        orders.append([row.pk for page in pages for row in page])
    assert orders[0] == orders[1]
    assert len(set(orders[0])) == 240
