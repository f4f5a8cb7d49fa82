"""What the page of today shows of loads without a carrier, and of bids that wait."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from bids.selectors.today import unconfirmed_bookings, uncovered_loads, undecided_bids
from loads.models import Load
from organizations.tenancy.scope import scope
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, LoadFactory

pytestmark = pytest.mark.deep

PART = {"HX-Request": "true"}
UNCOVERED_QUERIES = 3 + 4  # session, person, membership; loads of either status, their bids, what is booked
UNDECIDED_QUERIES = 3 + 1


def load(organization, number, hours, **fields):
    fields = {"pickup_at": NOW + timedelta(hours=hours)} | fields
    return LoadFactory(organization=organization, external_id=number, **fields)


def numbers(rows):
    return [row.load.external_id for row in rows]


def test_loads_come_by_their_pickup_whatever_open_status_they_have(in_acme):
    load(in_acme, "later", 8)
    load(in_acme, "late", -1)
    load(in_acme, "soon", 2, status="OPPORTUNITY")

    rows = uncovered_loads(at=NOW)

    assert numbers(rows) == ["late", "soon", "later"]
    assert [row.is_late for row in rows] == [True, False, False]


def test_loads_that_need_nobody_dont_show(in_acme):
    load(in_acme, "covered", 2, status="COVERED")
    load(in_acme, "locked", 2, is_locked=True)
    load(in_acme, "old", -25)
    BookingFactory(organization=in_acme, load=load(in_acme, "booked", 2))
    load(in_acme, "nobody's", 2, pickup_at=None)

    assert uncovered_loads(at=NOW) == []


def test_booked_loads_that_the_tms_doesnt_know_of_say_whose_they_are(page, acme):
    soon, late = load(acme, "soon", 2, customer_rate=2000), load(acme, "late", 8)
    carrier = CarrierFactory(organization=acme, name="Blue Mesa")
    for each in (late, soon):
        BookingFactory(organization=acme, load=each, carrier=carrier, amount=Decimal(1600))
    BookingFactory(organization=acme, load=load(acme, "told", 2, status="COVERED"))

    with scope(acme.pk):
        assert numbers(unconfirmed_bookings(at=NOW)) == ["soon", "late"]
    Load.unscoped.update(pickup_at=timezone.now() + timedelta(hours=2))
    text = " ".join(page.get(reverse("bids:uncovered"), headers=PART).text.split())
    for words in ("Booked · not in TMS", "soon</span> · Blue Mesa", "<b>$1,600</b> <small>$400 (20%) margin"):
        assert words in text


def test_load_bears_its_best_bid_of_those_that_wait(in_acme):
    wanted = load(in_acme, "L", 2)
    for amount, status in ((1900, "OPEN"), (1700, "COUNTERED"), (1500, "REJECTED")):
        BidFactory(organization=in_acme, load=wanted, amount=Decimal(amount), status=status)

    (row,) = uncovered_loads(at=NOW)

    assert (row.best, row.bids) == (1700, 2)


def test_bids_that_wait_show_newest_first_and_others_dont(in_acme):
    open_load = load(in_acme, "L", 2)
    old = BidFactory(organization=in_acme, load=open_load, discussed_at=NOW - timedelta(hours=2))
    new = BidFactory(organization=in_acme, load=open_load, discussed_at=NOW)
    BidFactory(organization=in_acme, load=open_load, status="COUNTERED")
    BidFactory(organization=in_acme, load=load(in_acme, "gone", 2, status="COVERED"))
    booked = load(in_acme, "booked", 2)
    BidFactory(organization=in_acme, load=booked)
    BookingFactory(organization=in_acme, load=booked)

    assert [row.bid.pk for row in undecided_bids(at=NOW)] == [new.pk, old.pk]


@pytest.fixture
def page(client, broker):
    client.force_login(broker)
    return client


@pytest.fixture
def crowd(acme):
    """Thirty loads picked up next, with three bids each, and as many of another status."""
    soon = timezone.now() + timedelta(hours=3)
    for n in range(30):
        made = load(acme, f"N{n}", 0, customer_name="<i>Kestrel</i>")
        made.pickup_at = soon + timedelta(minutes=n)
        made.save()
        for amount in (1700, 1800, 1900):
            BidFactory(organization=acme, load=made, amount=Decimal(amount), caller_name="D" * 200)
        load(acme, f"C{n}", 2, status="COVERED")


@pytest.mark.parametrize(
    ("name", "queries", "empty"),
    [
        ("bids:uncovered", UNCOVERED_QUERIES, "No open loads"),
        ("bids:undecided", UNDECIDED_QUERIES, "No offers waiting"),
    ],
)
def test_part_costs_the_same_whatever_there_is(page, crowd, name, queries, empty, django_assert_num_queries):
    with django_assert_num_queries(queries):
        html = page.get(reverse(name), headers=PART).text
    assert "<html" not in html
    assert html.count("<li") == 6
    assert empty not in html
    assert "<i>Kestrel" not in html


@pytest.mark.parametrize(
    ("name", "empty"), [("bids:uncovered", "No open loads"), ("bids:undecided", "No offers waiting")]
)
def test_stranger_sees_an_empty_part_of_a_whole_page(client, stranger, crowd, name, empty):
    client.force_login(stranger)
    html = client.get(reverse(name)).text
    assert "<html" in html
    assert empty in html


def test_viewer_has_nothing_to_decide_with(client, viewer, crowd):
    client.force_login(viewer)
    html = client.get(reverse("bids:undecided"), headers=PART).text
    assert "Accept" not in html
    assert "$1,700" in html
