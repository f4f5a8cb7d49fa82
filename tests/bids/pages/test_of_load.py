"""A load's bids on its page and side by side, a call's bids, and booking without a bid."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from bids.models import Bid, Booking
from bids.services import booking
from calls.models import CheckCallReport
from carriers.models import Carrier
from loads.models import Load
from organizations.models import AuditEntry
from tests.bids.pages.conftest import told
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
    NegotiationStepFactory,
)

HTMX = {"HX-Request": "true"}

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


@pytest.fixture
def fragment(desk, load):
    """The load's bids, as its page fetches them."""
    return lambda: told(desk.get(reverse("bids:of_load", args=[load.pk]), headers=HTMX))


def seen(response) -> str:
    found = re.search(r'name="seen" value="(\w+)"', response.content.decode())
    assert found, "the page has no form"
    return found[1]


# On the load's page


def test_load_page_fetches_its_bids(desk, load):
    assert reverse("bids:of_load", args=[load.pk]) in told(desk.get(reverse("loads:page", args=[load.pk])))


def test_bids_that_wait_come_first_best_first(fragment, make_bid):
    for amount, status in ((1700, "REJECTED"), (1950, "OPEN"), (1850, "COUNTERED"), (1600, "EXPIRED")):
        make_bid(amount, status=status)
    page = fragment()
    names = ["Carrier 1850 LLC", "Carrier 1950 LLC", "Carrier 1600 LLC", "Carrier 1700 LLC"]
    places = [page.index(name) for name in names]
    assert places == sorted(places)
    assert "Accept $1,850 and book" in page
    assert "Compare" in page


def test_booking_is_told_with_its_person(fragment, acme, broker, load):
    carrier = CarrierFactory(organization=acme)
    BookingFactory(organization=acme, load=load, carrier=carrier, booked_by=f"user:{broker.pk}")
    page = fragment()
    assert "Booked:" in page
    assert f"by {broker}" in page
    assert "Rebook" in page


def test_load_without_bids_says_when_they_come(fragment):
    assert "No offers yet" in fragment()


def test_what_a_person_offered_is_to_be_told(fragment, acme, broker, make_bid, load):
    told_now = {"decided_by": f"user:{broker.pk}", "counter_amount": Decimal(1700), "status": "COUNTERED"}
    bid = make_bid(**told_now)
    assert "Carrier not notified" in fragment()

    talk = ConversationFactory(organization=acme, carrier=bid.carrier, created_at=NOW.replace(hour=16))
    talk.load_links.model.unscoped.create(organization=acme, conversation=talk, load=load)
    assert "Carrier not notified" not in fragment()


def test_what_the_agent_offered_was_told(fragment, make_bid):
    make_bid(status="COUNTERED", counter_amount=Decimal(1700), decided_by="agent:sales")
    page = fragment()
    assert "Carrier not notified" not in page
    assert "by the agent" in page


def test_many_bids_of_a_load_cost_as_few_queries(desk, acme, load, make_bid, django_assert_num_queries):
    for amount in range(1800, 1812):
        make_bid(amount)
    url = reverse("bids:of_load", args=[load.pk])
    with django_assert_num_queries(7):  # session, person, memberships; load, bids, bookings, those that ended
        desk.get(url, headers=HTMX)
    BidFactory.create_batch(60, organization=acme, load=load, conversation=None)
    with django_assert_num_queries(8):  # and how many there are
        assert "22 more" in told(desk.get(url, headers=HTMX))


def test_viewer_has_no_buttons(client, viewer, load, make_bid):
    bid = make_bid()
    client.force_login(viewer)
    page = told(client.get(reverse("bids:of_load", args=[load.pk])))
    for name, key in (("accept", bid.pk), ("counter", bid.pk), ("reject", bid.pk), ("book", load.pk)):
        assert reverse(f"bids:{name}", args=[key]) not in page
    assert reverse("loads:hold", args=[load.pk]) not in page


# Side by side


def test_carriers_stand_side_by_side(desk, acme, load, make_bid, django_assert_num_queries):
    bid = make_bid(1850, first_ask=Decimal(2150), name="Blue Mesa")
    make_bid(1900, name="Red Rock")
    NegotiationStepFactory(organization=acme, load=load, conversation=bid.conversation, offer=Decimal(1500))
    NegotiationStepFactory(organization=acme, load=load, conversation=bid.conversation, offer=Decimal(1725))
    earlier = LoadFactory(organization=acme, status="DELIVERED")
    BookingFactory(organization=acme, load=earlier, carrier=bid.carrier)
    for late in (0, 45):
        CheckCallReport.unscoped.create(
            organization=acme,
            load=earlier,
            conversation=ConversationFactory(organization=acme),
            about="pickup",
            late_minutes=late,
            reported_at=NOW,
        )

    with django_assert_num_queries(
        9
    ):  # session, person, memberships, load; bids, offers, bookings, calls, talks
        page = told(desk.get(reverse("bids:compare", args=[load.pk])))

    for words in (
        *("Blue Mesa", "Red Rock", "$1,850", "$2,150", "$1,500, $1,725", "1 load booked"),
        *("late in 1 of 2 check calls", "No loads booked with you", "They can be there by ten."),
    ):
        assert words in page


def test_carrier_stands_there_once_with_its_best_bid(desk, acme, load, make_bid):
    carrier = CarrierFactory(organization=acme, name="Blue Mesa")
    make_bid(1850, carrier=carrier)
    make_bid(1800, carrier=carrier, status="REJECTED")
    response = desk.get(reverse("bids:compare", args=[load.pk]))
    assert [column.row.ask for column in response.context["columns"]] == [1850]


def test_nothing_to_compare_says_so(desk, load):
    assert "Nothing to compare yet" in told(desk.get(reverse("bids:compare", args=[load.pk])))


# On the call's page


def test_call_page_fetches_its_bid(desk, acme, make_bid, load):
    bid = make_bid()
    bid.conversation.load_links.model.unscoped.create(
        organization=acme, conversation=bid.conversation, load=load
    )
    url = reverse("bids:of_call", args=[bid.conversation_id])
    assert url in told(desk.get(reverse("calls:page", args=[bid.conversation_id])))

    page = told(desk.get(url, headers=HTMX))

    assert "Accept $1,900 and book" in page
    assert reverse("bids:counter", args=[bid.pk]) in page


def test_call_without_a_figure_says_so(desk, acme):
    call = CallFactory(organization=acme)
    page = told(desk.get(reverse("bids:of_call", args=[call.pk])))
    assert "No offers on this call." in page


# Booking without a bid


def book(desk, load, **given):
    url = reverse("bids:book", args=[load.pk])
    looked = desk.get(url, given)
    return desk.post(url, given | {"seen": seen(looked)})


def test_booking_is_looked_at_first(desk, acme, load):
    carrier = CarrierFactory(organization=acme, mc_number="790123", name="Blue Mesa")
    url = reverse("bids:book", args=[load.pk])
    assert "Agreed rate" in told(desk.get(url))
    page = told(desk.get(url, {"carrier": "MC 790123", "amount": "$1,800"}))
    for words in (str(carrier), "$1,800", "$919", "34%", "48213", "Book at $1,800"):
        assert words in page
    assert not Booking.unscoped.exists()


@pytest.mark.parametrize(
    "given", ["790123", "MC 790123", "mc-790123", "MC# 790123", "DOT 2790123", "2790123"]
)
def test_carrier_is_found_by_its_numbers(desk, acme, broker, load, given):
    carrier = CarrierFactory(organization=acme, mc_number="790123", dot_number=2790123)

    assert book(desk, load, carrier=given, amount="1800").url == reverse("loads:page", args=[load.pk])

    booking = Booking.unscoped.get()
    assert (booking.carrier, booking.amount, booking.kind) == (carrier, 1800, "assisted")
    assert (booking.bid, booking.booked_by) == (None, f"user:{broker.pk}")
    entry = AuditEntry.unscoped.get()
    assert (entry.action, entry.actor) == ("load.booked", f"user:{broker.pk}")
    assert Carrier.unscoped.count() == 1


def test_unknown_carrier_is_made(desk, load):
    page = desk.get(reverse("bids:book", args=[load.pk]), {"carrier": "DOT 555777", "amount": "1800"})
    assert "DOT 555777 is new to you and will be added without vetting." in told(page)

    book(desk, load, carrier="DOT 555777", amount="1800", agreed="on")

    carrier = Carrier.unscoped.get()
    assert (carrier.dot_number, carrier.mc_number) == (555777, "")
    assert Booking.unscoped.get().carrier == carrier


def test_capacity_carrier_is_booked_as_such(desk, acme, load):
    CarrierFactory(organization=acme, mc_number="790123", is_capacity_carrier=True)
    book(desk, load, carrier="790123", amount="1800")
    assert Booking.unscoped.get().kind == "capacity"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"carrier": "Blue Mesa", "amount": "1800"}, "Enter a number, such as MC 790123"),
        ({"carrier": "MC 0", "amount": "1800"}, "Enter a number, such as MC 790123"),
        ({"carrier": "", "amount": "1800"}, "This field is required."),
        ({"carrier": "790123", "amount": "free"}, "Enter a dollar amount"),
        ({"carrier": "790123", "amount": "0"}, "Enter an amount over $0."),
    ],
)
def test_booking_needs_a_number_and_an_amount(desk, load, given, words):
    assert words in told(desk.get(reverse("bids:book", args=[load.pk]), given), 400)


def test_booking_above_the_max_must_be_agreed_to(desk, acme, load):
    CarrierFactory(organization=acme, mc_number="790123")
    assert book(desk, load, carrier="790123", amount="2000").status_code == 400
    assert not Booking.unscoped.exists()
    assert book(desk, load, carrier="790123", amount="2000", agreed="on").status_code == 302


def test_load_booked_meanwhile_is_not_booked_twice(desk, acme, load):
    CarrierFactory(organization=acme, mc_number="790123")
    url = reverse("bids:book", args=[load.pk])
    form = {"carrier": "790123", "amount": "1800"}
    form["seen"] = seen(desk.get(url, form))
    assert desk.post(url, form).status_code == 302

    assert "Something changed" in told(desk.post(url, form), 409)
    assert Booking.unscoped.count() == 1


def test_blocked_carrier_is_not_booked(desk, acme, load):
    CarrierFactory(organization=acme, mc_number="790123", is_blocked=True)
    url = reverse("bids:book", args=[load.pk])
    form = {"carrier": "790123", "amount": "1800", "agreed": "on"}
    assert "is marked “Do not use”" in told(desk.get(url, form))
    assert desk.post(url, form).status_code == 409
    assert not Booking.unscoped.exists()


def test_viewer_books_nothing(client, viewer, load):
    client.force_login(viewer)
    url = reverse("bids:book", args=[load.pk])
    assert client.get(url).status_code == 403
    assert client.post(url, {"carrier": "790123", "amount": "1800"}).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_of_two_who_book_at_once_one_gets_the_load(acme, load, person, meanwhile):
    carrier = CarrierFactory(organization=acme)

    def do():
        return booking.book_load(load=load, carrier=carrier, amount=Decimal(1800), by=person, at=NOW)

    first, second = meanwhile(acme, do, do)

    assert isinstance(first, Booking)
    assert isinstance(second, booking.LoadBooked)
    assert Booking.unscoped.count() == 1
    assert not Bid.unscoped.exists()
    assert not Load.unscoped.get().is_held


# Offers on a load that has a carrier


@pytest.mark.parametrize(
    ("status", "words"), [("UNASSIGNED", "Rebook with this carrier"), ("COVERED", "Book anyway")]
)
def test_offer_on_a_load_that_has_a_carrier_is_not_accepted_by_one_click(
    fragment, acme, load, make_bid, status, words
):
    make_bid(1900)
    if status == "UNASSIGNED":
        BookingFactory(organization=acme, load=load, amount=Decimal(1700))
    Load.unscoped.filter(pk=load.pk).update(status=status)

    page = fragment()

    assert "Accept" not in page
    assert page.index("Reject") < page.index(words)
