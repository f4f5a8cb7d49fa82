"""The bid list: what it shows, how it narrows and pages, what it costs."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse

from bids.models import Bid
from bids.tables import BIDS_A_PAGE, MAX_OF_A_LOAD
from loads.models import Load
from tests.bids.pages.conftest import told
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, LoadFactory

HTMX = {"HX-Request": "true", "HX-Target": "bids"}
HOSTILE = '<script>alert(1)</script>{{ 7|add:"7" }}"\'&'
# Session, person, memberships; counts of what waits, loads counted, loads, bids, people who decided.
WAITING_QUERIES = 8
# Session, person, memberships; counts of what waits, all counted, keys, bids, people who decided.
HISTORY_QUERIES = 8

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(8)]


@pytest.fixture
def look(desk):
    """Look at the list under some filters."""

    def at(**params):
        response = desk.get(reverse("bids:list"), params)
        assert response.status_code == 200
        return response

    return at


def shown(response) -> list[tuple[str, list[int]]]:
    """Loads and the asks that stand below them, in order."""
    groups = response.context["table"].groups
    return [(group.about.external_id, [int(row.ask or 0) for row in group.rows]) for group in groups]


def total(response) -> int:
    return response.context["table"].total


def other(acme, external_id, **columns):
    return LoadFactory(organization=acme, external_id=external_id, **columns)


def test_bids_stand_by_load_best_first(look, acme, make_bid):
    for amount in (1900, 1850, 2000):
        make_bid(amount)
    sooner = other(acme, "sooner", pickup_at=NOW)
    make_bid(1700, load=sooner)

    response = look()

    assert shown(response) == [("sooner", [1700]), ("48213", [1850, 1900, 2000])]
    page = told(response)
    for words in ("Carrier 1850 LLC", "$869", "32%", "$2.37/mi", "4 offers", "2 loads", "Passes"):
        assert words in page or words == "Passes"


def test_only_what_waits_is_shown_at_first(look, acme, make_bid):
    make_bid(1900)
    make_bid(1880, status="COUNTERED", counter_amount=Decimal(1700))
    for status in ("ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"):
        make_bid(1800, status=status)
    booked = other(acme, "booked")
    make_bid(1700, load=booked)
    BookingFactory(organization=acme, load=booked)
    make_bid(1600, load=other(acme, "covered", status="COVERED"))

    assert shown(look()) == [("48213", [1880, 1900])]
    assert shown(look(status="OPEN")) == [("48213", [1900])]
    assert shown(look(status="COUNTERED")) == [("48213", [1880])]
    assert sorted(shown(look(status="late"))) == [("booked", [1700]), ("covered", [1600])]
    assert total(look(status="all")) == 8
    chips = {chip.label: chip.count for chip in look().context["table"].chips["Status"]}
    assert (chips["Needs your decision"], chips["Open"], chips["Countered"]) == (2, 1, 1)


@pytest.mark.parametrize("status", ["ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"])
def test_history_is_by_status(look, make_bid, status):
    make_bid(1900)
    bid = make_bid(1800, status=status)
    response = look(status=status)
    assert [row.bid.pk for group in response.context["table"].groups for row in group.rows] == [bid.pk]
    assert total(response) == 1


def test_filters_narrow_it(look, acme, make_bid):
    carrier = CarrierFactory(organization=acme, name="Zebra Lines", mc_number="123456")
    make_bid(1900)
    make_bid(
        1800, carrier=carrier, load=other(acme, "L-2"), channel="email", discussed_at=NOW - timedelta(days=2)
    )

    one = [("L-2", [1800])]
    assert shown(look(load="L-2")) == one
    assert shown(look(load="L")) == []
    assert shown(look(carrier="zebra")) == one
    for number in ("123456", "MC 123456", "mc-123456", "MC# 123456"):
        assert shown(look(carrier=number)) == one
    assert shown(look(carrier="nobody")) == []
    assert shown(look(channel="email")) == one
    assert shown(look(day="2026-02-28")) == one
    assert shown(look(day="2026-02-28", channel="phone")) == []
    assert shown(look(status="all", carrier="zebra")) == one


def test_loads_are_ordered_as_wanted(look, acme, make_bid):
    make_bid(1900)
    rich = other(acme, "rich", customer_rate=Decimal(9000), pickup_at=NOW + timedelta(days=9))
    make_bid(2000, load=rich, updated_at=NOW - timedelta(hours=1))
    soon = other(acme, "soon", pickup_at=NOW)
    make_bid(2000, load=soon, updated_at=NOW - timedelta(hours=2))

    def loads(**params):
        return [name for name, _ in shown(look(**params))]

    assert loads() == ["soon", "48213", "rich"]
    assert loads(sort="asked") == ["48213", "rich", "soon"]
    assert loads(sort="margin") == ["rich", "48213", "soon"]


def test_load_with_many_bids_shows_the_best(look, acme, make_bid, load):
    for place in range(MAX_OF_A_LOAD + 4):
        BidFactory(organization=acme, conversation=None, load=load, amount=Decimal(1900 - place))
    response = look()
    assert shown(response) == [("48213", [1894, 1895, 1896])]
    assert "4 more offers on this load" in told(response)


def test_pages_of_the_history_hold_each_bid_once(look, acme, load):
    for place in range(BIDS_A_PAGE + 7):
        BidFactory(
            organization=acme,
            conversation=None,
            load=load,
            status="EXPIRED",
            discussed_at=NOW - timedelta(minutes=place),
        )
    pages = [look(status="all", page=number) for number in (1, 2)]
    assert [total(page) for page in pages] == [BIDS_A_PAGE + 7] * 2
    keys = [row.bid.pk for page in pages for group in page.context["table"].groups for row in group.rows]
    assert sorted(keys) == sorted(Bid.unscoped.values_list("pk", flat=True))


def test_bid_without_a_figure_or_carrier_is_shown(look, acme, load):
    BidFactory(organization=acme, load=load, amount=None, mc_number="", caller_name="", phone="")
    page = told(look())
    assert "Unknown carrier" in page
    assert "Carrier unknown" in page


def test_hostile_data_is_only_text(look, acme, make_bid, load):
    Load.unscoped.update(customer_name=HOSTILE)
    make_bid(1900, name=HOSTILE, caller_name=HOSTILE)
    page = look().content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7|add:" in page


def test_other_tenants_bids_are_not_there(look, rival, make_bid):
    BidFactory(organization=rival, load=LoadFactory(organization=rival, external_id="theirs"))
    make_bid(1900)
    for params in ({}, {"status": "all"}, {"load": "theirs"}, {"status": "all", "load": "theirs"}):
        assert "theirs" not in dict(shown(look(**params)))
    assert total(look(status="all")) == 1


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({}, "No offers waiting"),
        ({"status": "ACCEPTED"}, "No offers here"),
        ({"carrier": "nobody"}, "No matching offers"),
    ],
)
def test_empty_list_says_what_will_appear(look, params, words):
    assert words in told(look(**params))


def test_viewer_sees_no_buttons(client, viewer, make_bid):
    bid = make_bid(1900)
    client.force_login(viewer)
    page = told(client.get(reverse("bids:list")))
    assert "$1,900" in page
    assert reverse("bids:accept", args=[bid.pk]) not in page


@pytest.mark.parametrize("many", [1, 12])
def test_list_costs_the_same_however_many(look, acme, broker, make_bid, django_assert_num_queries, many):
    for place in range(many):
        load = other(acme, f"L{place}")
        for amount in (1800, 1900):
            make_bid(
                amount,
                load=load,
                status="COUNTERED",
                counter_amount=Decimal(1700),
                decided_by=f"user:{broker.pk}",
            )
    look()
    with django_assert_num_queries(WAITING_QUERIES):
        look()
    with django_assert_num_queries(HISTORY_QUERIES):
        look(status="all")
