"""Deciding on a bid by its pages: what they say first, what is done, who may, and what has changed meanwhile."""

import re
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bids.models import Bid, Booking
from bids.services import booking as bids
from calls.models import Conversation
from loads.models import Load
from organizations.models import AuditEntry
from organizations.tenancy import actors
from organizations.tenancy.scope import scope
from tests.bids.pages.conftest import told
from tests.factories import NOW, BookingFactory, CallFactory, ConversationFactory

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(14)]


def url(action, bid):
    return reverse(f"bids:{action}", args=[bid.pk])


def seen(response) -> str:
    """The stamp that the form of a page bears."""
    found = re.search(r'name="seen"[^>]* value="(\w+)"', response.content.decode())
    assert found, "the page has no form"
    return found[1]


def stored(bid) -> Bid:
    return Bid.unscoped.get(pk=bid.pk)


def accept(desk, bid, amount="1900.00", **more):
    return desk.post(
        url("accept", bid), {"seen": seen(desk.get(url("accept", bid))), "amount": amount, **more}
    )


# Accepting


def test_acceptance_says_what_it_means(desk, bid):
    page = told(desk.get(url("accept", bid)))

    for words in ("Blue Mesa Transport LLC", "48213", "$1,900", "$2.43/mi", "$819", "30%", "Book load 48213"):
        assert words in page
    assert "Book anyway" not in page


def test_accepted_bid_is_booked_as_assisted(desk, broker, bid):
    answer = accept(desk, bid)

    assert answer.url == url("page", bid)
    booking = Booking.unscoped.get()
    assert (booking.bid, booking.amount, booking.kind) == (bid, 1900, "assisted")
    assert booking.booked_by == stored(bid).decided_by == f"user:{broker.pk}"
    entry = AuditEntry.unscoped.get(action="bid.accepted")
    assert entry.actor == f"user:{broker.pk}"
    page = told(desk.get(answer.url))
    assert f"Accepted by {broker}" in page
    assert "Carrier not notified" in page


def test_acceptance_is_done_once(desk, bid):
    form = {"seen": seen(desk.get(url("accept", bid))), "amount": "1900.00"}
    desk.post(url("accept", bid), form)

    again = told(desk.post(url("accept", bid), form), 409)

    assert "This offer is already accepted." in again
    assert "Nothing changed." in again
    assert Booking.unscoped.count() == 1


def test_counter_offer_that_they_took_is_accepted_at_our_figure(desk, make_bid):
    bid = make_bid(status="COUNTERED", counter_amount=Decimal(1725))
    page = told(desk.get(url("accept", bid), {"amount": "1725.00"}))
    assert re.search(r'value="1725.00"[^>]* checked', page)

    accept(desk, bid, "1725.00")

    assert (stored(bid).status, stored(bid).amount) == ("ACCEPTED", 1725)


def test_figure_that_nobody_named_is_none(desk, bid):
    refused = accept(desk, bid, "1.00")
    assert refused.status_code == 400
    assert stored(bid).status == "OPEN"


@pytest.mark.deep_but(2)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"max_rate": Decimal(1850)}, "$1,900 is $50 over your max buy of $1,850."),
        ({"customer_rate": Decimal(1800)}, "This loses money: −$100, −6%."),
        ({"status": "COVERED"}, "This load is no longer open: Covered."),
        ({"held_at": NOW}, "This load is on hold."),
        ({"is_locked": True}, "Your TMS locked this load."),
    ],
)
def test_warning_must_be_agreed_to(desk, load, bid, changes, words):
    Load.unscoped.filter(pk=load.pk).update(**changes)
    assert words in told(desk.get(url("accept", bid)))

    assert "Check this box to continue" in told(accept(desk, bid), 400)
    assert stored(bid).status == "OPEN"

    assert accept(desk, bid, agreed="on").status_code == 302
    assert stored(bid).status == "ACCEPTED"


def test_load_that_is_booked_is_booked_again_only_on_purpose(desk, acme, broker, load, bid):
    BookingFactory(organization=acme, load=load, amount=Decimal(1700), booked_by=f"user:{broker.pk}")
    page = told(desk.get(url("accept", bid)))
    assert f"Load already booked: an unknown carrier, $1,700 by {broker}." in page

    assert accept(desk, bid).status_code == 400
    assert accept(desk, bid, agreed="on").status_code == 302
    assert Booking.unscoped.count() == 2


@pytest.mark.parametrize(
    ("standing", "words", "is_possible"),
    [
        ({"rules_assessment": "fail"}, "isn’t approved under your vetting rules", True),
        (
            {"rules_assessment": "partial_pass"},
            "isn’t fully approved under your vetting rules: Needs review",
            True,
        ),
        (
            {"rules_assessment": "incomplete"},
            "isn’t fully approved under your vetting rules: Setup incomplete",
            True,
        ),
        ({"rules_assessment": ""}, "isn’t fully approved under your vetting rules: Not checked", True),
        ({"connection_status": "do_not_dispatch"}, "is marked “Do not use” in its setup", True),
        ({"is_blocked": True, "block_reason": "Stole a load"}, "is marked “Do not use”: Stole a load", False),
    ],
)
def test_carrier_that_nobody_talks_to_is_warned_of(desk, bid, standing, words, is_possible):
    type(bid.carrier).unscoped.filter(pk=bid.carrier.pk).update(**standing)
    page = desk.get(url("accept", bid))
    assert words in told(page)

    if is_possible:
        assert accept(desk, bid, agreed="on").status_code == 302
    else:
        with scope(bid.organization_id):
            stamp = bids.stamp_of(bid.load, bid)
        form = {"seen": stamp, "amount": "1900.00", "agreed": "on"}
        assert "Change that on the carrier’s page first." in told(desk.post(url("accept", bid), form))
    assert Booking.unscoped.exists() == is_possible


# What has changed meanwhile


@pytest.mark.deep_but(5)
@pytest.mark.parametrize(
    "change",
    [
        lambda bid: Bid.unscoped.filter(pk=bid.pk).update(amount=Decimal(2000)),
        lambda bid: Bid.unscoped.filter(pk=bid.pk).update(status="COUNTERED", counter_amount=Decimal(1600)),
        lambda bid: Load.unscoped.filter(pk=bid.load_id).update(status="COVERED"),
        lambda bid: Load.unscoped.filter(pk=bid.load_id).update(held_at=NOW),
        lambda bid: Load.unscoped.filter(pk=bid.load_id).update(max_rate=Decimal(1800)),
        lambda bid: BookingFactory(organization=bid.organization, load=bid.load),
    ],
    ids=["ask", "counter", "covered", "held", "max rate", "booked"],
)
@pytest.mark.parametrize(
    ("action", "form"),
    [
        ("accept", {"amount": "1900.00", "agreed": "on"}),
        ("counter", {"amount": "1700", "agreed": "on"}),
        ("reject", {"reason": "Rate too high"}),
    ],
)
def test_form_that_is_stale_does_nothing(desk, bid, change, action, form):
    query = {"amount": "1700"} if action == "counter" else {}
    form = form | {"seen": seen(desk.get(url(action, bid), query))}
    change(bid)
    before = (stored(bid).status, Booking.unscoped.count())

    page = told(desk.post(url(action, bid), form), 409)

    assert "Something changed since you opened this." in page
    assert (stored(bid).status, Booking.unscoped.count()) == before
    assert not AuditEntry.unscoped.exists()


@pytest.mark.deep_but(4)
@pytest.mark.parametrize("status", ["ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"])
@pytest.mark.parametrize("action", ["accept", "counter", "reject"])
def test_decided_bid_is_shown_as_it_stands(desk, make_bid, status, action):
    bid = make_bid(status=status)
    page = told(desk.get(url(action, bid)), 409)
    assert f"This offer is already {status.lower()}." in page
    assert "csrfmiddlewaretoken" not in page.split("<main")[1]


@pytest.mark.django_db(transaction=True)
def test_of_two_brokers_who_accept_two_bids_at_once_one_gets_words(acme, owner, broker, make_bid, meanwhile):
    first, second = make_bid(1900), make_bid(1850)
    desks = []
    for person in (owner, broker):
        desk = Client()
        desk.force_login(person)
        desks.append(desk)
    forms = [
        {"seen": seen(desk.get(url("accept", bid))), "amount": f"{bid.amount:.2f}"}
        for desk, bid in zip(desks, (first, second), strict=True)
    ]

    def as_owner():
        with bids.bid_as_seen(first, forms[0]["seen"]) as bid:
            return bids.accept_bid(bid=bid, amount=bid.amount, by=actors.user(owner), at=NOW)

    booking, answer = meanwhile(acme, as_owner, lambda: desks[1].post(url("accept", second), forms[1]))

    assert booking.bid == first
    assert "Something changed since you opened this." in told(answer, 409)
    assert "$1,900" in told(answer, 409)
    assert str(owner) in told(answer, 409)
    assert Booking.unscoped.get() == booking
    assert stored(second).status == "OPEN"


# Countering


def test_counter_offer_is_looked_at_before_it_is_made(desk, broker, bid):
    asked = told(desk.get(url("counter", bid)))
    assert "Review" in asked
    looked = desk.get(url("counter", bid), {"amount": "$1,725"})
    page = told(looked)
    for words in ("Counter at $1,725", "$994", "37%", "Carrier’s ask: $1,900."):
        assert words in page
    assert stored(bid).status == "OPEN"

    answer = desk.post(url("counter", bid), {"seen": seen(looked), "amount": "1725.00"})

    assert answer.url == url("page", bid)
    assert (stored(bid).status, stored(bid).counter_amount) == ("COUNTERED", 1725)
    assert AuditEntry.unscoped.get().actor == f"user:{broker.pk}"
    after = told(desk.get(answer.url))
    assert "Carrier not notified" in after
    assert "Carrier accepted $1,725" in after


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("2000", "The carrier’s ask is $1,900. Accept it or counter lower."),
        ("1900", "The carrier’s ask is $1,900. Accept it or counter lower."),
        ("0", "Enter an amount over $0."),
        ("-1", "Enter an amount over $0."),
        ("lots", "Enter a dollar amount, such as 1725 or 1,725.50."),
        ("NaN", "Enter a valid amount."),
        ("1e12", "The amount is too large."),
        ("", "This field is required."),
        ("<script>", "Enter a dollar amount, such as 1725 or 1,725.50."),
    ],
)
def test_counter_offer_must_be_a_rate_below_the_ask(desk, bid, amount, words):
    assert words in told(desk.get(url("counter", bid), {"amount": amount}), 400)
    form = {"amount": amount, "seen": seen(desk.get(url("counter", bid), {"amount": "1700"}))}
    assert words in told(desk.post(url("counter", bid), form), 400)
    assert stored(bid).status == "OPEN"


def test_offer_above_the_max_rate_must_be_agreed_to(desk, make_bid):
    bid = make_bid(2200)
    looked = desk.get(url("counter", bid), {"amount": "2000"})
    assert "$2,000 is $47 over your max buy of $1,953." in told(looked)
    form = {"seen": seen(looked), "amount": "2000"}

    told(desk.post(url("counter", bid), form), 400)
    assert stored(bid).status == "OPEN"

    assert desk.post(url("counter", bid), form | {"agreed": "on"}).status_code == 302
    assert stored(bid).counter_amount == 2000


def test_lower_offer_than_before_is_warned_of(desk, make_bid):
    bid = make_bid(status="COUNTERED", counter_amount=Decimal(1725))
    page = told(desk.get(url("counter", bid), {"amount": "1700"}))
    assert "We already countered at $1,725. This is lower." in page
    assert "is already our counter" in told(desk.get(url("counter", bid), {"amount": "1725"}), 400)


# Rejecting


@pytest.mark.parametrize(
    ("form", "status", "reason"),
    [
        ({"reason": "Rate too high"}, "REJECTED", "Rate too high"),
        ({"reason": "Rate too high", "words": "by far"}, "REJECTED", "Rate too high: by far"),
        ({"reason": "", "words": "Rude"}, "REJECTED", "Rude"),
        ({"reason": "withdrawn", "words": "Truck broke down"}, "WITHDRAWN", "Truck broke down"),
        ({}, "REJECTED", ""),
    ],
)
def test_bid_is_refused_or_taken_back(desk, broker, bid, form, status, reason):
    answer = desk.post(url("reject", bid), form | {"seen": seen(desk.get(url("reject", bid)))})

    assert answer.status_code == 302
    assert (stored(bid).status, stored(bid).decided_by) == (status, f"user:{broker.pk}")
    entry = AuditEntry.unscoped.get()
    assert (entry.action, entry.details["reason"]) == (f"bid.{status.lower()}", reason)
    if reason:
        assert reason in told(desk.get(url("page", bid)))


def test_reason_is_one_of_ours_and_short(desk, bid):
    stamp = seen(desk.get(url("reject", bid)))
    for form in ({"reason": "<b>"}, {"words": "x" * 151}):
        assert desk.post(url("reject", bid), form | {"seen": stamp}).status_code == 400
    assert stored(bid).status == "OPEN"


# Who may, and where it leads


@pytest.mark.parametrize("action", ["accept", "counter", "reject"])
def test_viewer_decides_nothing(client, viewer, bid, action):
    client.force_login(viewer)
    assert client.get(url(action, bid)).status_code == 403
    assert client.post(url(action, bid), {"amount": "1900.00"}).status_code == 403
    page = told(client.get(url("page", bid)))
    assert url(action, bid) not in page
    assert stored(bid).status == "OPEN"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("/bids/?status=all", "/bids/?status=all"),
        ("https://evil.example/", None),
        ("//evil.example", None),
        ("javascript:alert(1)", None),
    ],
)
def test_way_back_stays_within_the_site(desk, bid, given, kept):
    page = desk.get(url("accept", bid), {"next": given})
    expected = kept or reverse("loads:page", args=[bid.load_id])
    assert f'class="crumb" href="{expected}"' in told(page)
    answer = desk.post(f"{url('accept', bid)}?next={given}", {"seen": seen(page), "amount": "1900.00"})
    assert ("evil" in answer.url or "javascript" in answer.url) is False


def test_carrier_that_is_on_the_line_is_told_there(desk, make_bid, acme):
    talk = ConversationFactory(organization=acme)
    CallFactory(organization=acme, conversation=talk, status="ANSWERED")
    bid = make_bid(conversation=talk)
    accept(desk, bid)
    assert "Carrier is on the line" in told(desk.get(url("page", bid)))


def test_bid_page_costs_the_same_with_a_long_history(desk, make_bid):
    bid = make_bid()
    for place in range(20):
        make_bid(1800 + place)
    with CaptureQueriesContext(connection) as queries:
        desk.get(url("accept", bid))
    assert len(queries) == 9


def test_counter_that_the_carrier_turned_down_reads_so(desk, make_bid):
    bid = make_bid(8525, status="COUNTERED", counter_amount=Decimal(2200), decided_by="agent:1")
    Conversation.unscoped.filter(pk=bid.conversation_id).update(content_tags=["rate_rejected"])

    page = told(desk.get(reverse("bids:page", args=[bid.pk])))

    assert "Declined our $2,200" in page
    assert "$8,525 and book" not in page


def test_counter_of_a_person_after_a_refusal_waits_for_the_carrier(desk, make_bid):
    bid = make_bid(2300, status="COUNTERED", counter_amount=Decimal(2200), decided_by="user:1")
    Conversation.unscoped.filter(pk=bid.conversation_id).update(content_tags=["rate_rejected"])

    assert "Declined our" not in told(desk.get(reverse("bids:page", args=[bid.pk])))
