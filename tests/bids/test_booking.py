"""Accepting bids: who booked, for how much, once."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bids.models import Bid, BidStatusChange, Booking
from bids.services import bids, booking
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
    NegotiationRulesFactory,
)

BY = system("tests")
LATER = NOW + timedelta(minutes=5)


def accept(bid, amount=None, *, by=BY, **kwargs):
    return booking.accept_bid(bid=bid, amount=Decimal(amount or bid.amount), by=by, at=LATER, **kwargs)


def test_person_books_assisted(in_acme, person):
    carrier = CarrierFactory(organization=in_acme)
    bid = BidFactory(organization=in_acme, carrier=carrier)
    booking = accept(bid, by=person)

    booking.refresh_from_db()
    assert (booking.kind, booking.amount, booking.position) == ("assisted", 1900, 0)
    assert (booking.load, booking.bid, booking.carrier) == (bid.load, bid, carrier)
    assert booking.conversation == bid.conversation
    assert (booking.booked_at, booking.booked_by) == (LATER, str(person))
    bid.refresh_from_db()
    assert (bid.status, bid.agreed_at, bid.updated_at) == ("ACCEPTED", LATER, LATER)
    assert BidStatusChange.objects.get().new == "ACCEPTED"
    entry = AuditEntry.objects.get()
    assert entry.action == "bid.accepted"
    assert entry.details == {"amount": "1900.00", "booking": booking.pk}


def test_agent_books_end_to_end(in_acme, agent):
    assert accept(BidFactory(organization=in_acme), by=agent).kind == "e2e"
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("who", ["person", "agent"])
def test_capacity_carrier_is_booked_as_such(in_acme, request, who):
    carrier = CarrierFactory(organization=in_acme, is_capacity_carrier=True)
    bid = BidFactory(organization=in_acme, carrier=carrier)

    assert accept(bid, by=request.getfixturevalue(who)).kind == "capacity"


def test_bid_entered_by_hand_is_booked_without_a_conversation(in_acme, person):
    bid = BidFactory(organization=in_acme, conversation=None, channel="manual")

    assert accept(bid, by=person).conversation is None


def test_other_bids_stay_as_they_are(in_acme):
    bid = BidFactory(organization=in_acme)
    other = BidFactory(organization=in_acme, load=bid.load)
    accept(bid)

    other.refresh_from_db()
    assert (other.status, other.updated_at) == ("OPEN", NOW)


def test_bid_is_booked_once(in_acme):
    bid = BidFactory(organization=in_acme)
    accept(bid)
    with pytest.raises(bids.BidClosed, match="accepted"):
        accept(bid, is_rebooking=True)

    assert Booking.objects.count() == 1


def test_our_offer_that_the_carrier_takes_is_what_is_agreed(in_acme):
    bid = BidFactory(organization=in_acme)
    bid = bids.counter_bid(bid=bid, amount=Decimal(1700), by=BY, at=NOW)

    assert accept(bid, 1700).amount == 1700
    bid.refresh_from_db()
    assert (bid.amount, bid.first_ask) == (1700, 2400)


def test_carriers_figure_may_be_taken_after_our_offer(in_acme):
    bid = bids.counter_bid(bid=BidFactory(organization=in_acme), amount=Decimal(1700), by=BY, at=NOW)

    assert accept(bid, 1900).amount == 1900


def test_figure_that_changed_is_not_agreed_on(in_acme, person):
    bid = BidFactory(organization=in_acme)
    stale = Bid.objects.get()
    bids.record_bid(
        organization=in_acme,
        load=bid.load,
        conversation=bid.conversation,
        channel="phone",
        amount=Decimal(2100),
        by=BY,
        at=NOW,
    )
    with pytest.raises(booking.BidChanged):
        accept(stale, by=person)

    bid.refresh_from_db()
    assert (bid.status, bid.amount) == ("OPEN", 2100)
    assert not Booking.objects.exists()
    assert not AuditEntry.objects.exists()


def test_offer_that_was_answered_stands_no_more(in_acme):
    bid = BidFactory(organization=in_acme, counter_amount=Decimal(1700))

    with pytest.raises(booking.BidChanged):
        accept(bid, 1700)


def test_load_is_booked_again_only_on_purpose(in_acme, person):
    bid = BidFactory(organization=in_acme)
    BookingFactory(organization=in_acme, load=bid.load)
    with pytest.raises(booking.LoadBooked):
        accept(bid, by=person)

    assert accept(bid, by=person, is_rebooking=True).load == bid.load


def test_agent_never_books_a_load_again(in_acme, agent):
    bid = BidFactory(organization=in_acme)
    BookingFactory(organization=in_acme, load=bid.load)

    with pytest.raises(booking.LoadBooked):
        accept(bid, by=agent, is_rebooking=True)


@pytest.mark.parametrize(
    ("load", "amount", "may"),
    [
        ({}, "1953", True),
        ({}, "1953.01", False),
        ({"max_rate": None}, "1500", True),
        ({"max_rate": None}, "1500.01", False),
        ({"max_rate": None, "start_rate": None}, "1525", True),
        ({"max_rate": None, "start_rate": None}, "1525.01", False),
        ({"start_rate": None}, "1953", True),
        ({"start_rate": None, "book_now_rate": None}, "1", False),
        ({"start_rate": Decimal(2000)}, "1953.01", False),
        ({"book_now_rate": Decimal(2500)}, "1953.01", False),
        ({"max_rate": Decimal(0)}, "1", False),
        ({"is_locked": True}, "1500", False),
        ({"status": "COVERED"}, "1500", False),
        ({"status": "OPPORTUNITY"}, "1500", True),
    ],
)
def test_agent_agrees_within_its_authority_alone(in_acme, agent, person, load, amount, may):
    load = LoadFactory(organization=in_acme, **load)
    bid = BidFactory(organization=in_acme, load=load, amount=Decimal(amount))
    if may:
        assert accept(bid, by=agent).amount == Decimal(amount)
        return
    with pytest.raises(booking.BeyondAuthority):
        accept(bid, by=agent)
    assert not Booking.objects.exists()
    assert accept(bid, by=person).amount == Decimal(amount)


def test_agent_leaves_the_bid_to_a_person_where_it_may_not_book(in_acme, agent, person):
    NegotiationRulesFactory(organization=in_acme, agent_may_book=False)
    bid = bids.counter_bid(bid=BidFactory(organization=in_acme), amount=Decimal(1725), by=agent, at=NOW)
    with pytest.raises(booking.OnlyBrokersBook):
        accept(bid, 1725, by=agent)

    bid.refresh_from_db()
    assert bid.status == "COUNTERED"
    assert not Booking.objects.exists()
    assert accept(bid, 1725, by=person).amount == 1725


def test_agent_books_nothing_with_a_broker_who_plays_a_carrier(in_acme, agent, person):
    talk = ConversationFactory(organization=in_acme, skill_state={"is_own_phone": True})
    bid = BidFactory(organization=in_acme, conversation=talk)
    with pytest.raises(booking.OnlyBrokersBook):
        accept(bid, by=agent)

    assert accept(bid, by=person).amount == 1900


def test_rules_of_another_organization_bind_no_agent(in_acme, rival, agent):
    NegotiationRulesFactory(organization=rival, agent_may_book=False)

    assert accept(BidFactory(organization=in_acme), by=agent).amount == 1900


def test_agent_agrees_by_the_rates_of_the_moment(in_acme, agent):
    bid = BidFactory(organization=in_acme)
    type(bid.load).objects.update(max_rate=Decimal(1899))

    assert bid.load.max_rate == 1953
    with pytest.raises(booking.BeyondAuthority):
        accept(bid, by=agent)


def test_bookings_of_a_conversation_have_their_places(in_acme):
    talk = ConversationFactory(organization=in_acme)
    BookingFactory(organization=in_acme, conversation=talk, position=1)
    made = [
        accept(BidFactory(organization=in_acme, conversation=talk, position=place)).position
        for place in range(2)
    ]

    assert made == [2, 3]


@pytest.mark.django_db(transaction=True)
def test_of_two_acceptances_of_a_bid_one_wins(acme, meanwhile):
    bid = BidFactory(organization=acme)
    first, second = meanwhile(acme, lambda: accept(bid), lambda: accept(bid))

    assert isinstance(first, Booking)
    assert isinstance(second, bids.BidClosed)
    assert Booking.unscoped.get() == first
    assert BidStatusChange.unscoped.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_bids_accepted_at_once_one_gets_the_load(acme, meanwhile):
    bid = BidFactory(organization=acme)
    other = BidFactory(organization=acme, load=bid.load)
    first, second = meanwhile(acme, lambda: accept(bid), lambda: accept(other))

    assert isinstance(first, Booking)
    assert isinstance(second, booking.LoadBooked)
    assert Booking.unscoped.count() == 1


@pytest.mark.django_db(transaction=True)
def test_ask_during_an_acceptance_comes_too_late(acme, meanwhile):
    bid = BidFactory(organization=acme)

    def ask():
        return bids.record_bid(
            organization=acme,
            load=bid.load,
            conversation=bid.conversation,
            channel="phone",
            amount=Decimal(2100),
            by=BY,
            at=LATER,
        )

    booking, asked = meanwhile(acme, lambda: accept(bid), ask)

    assert booking.amount == 1900
    assert isinstance(asked, bids.BidClosed)
    assert Bid.unscoped.get().amount == 1900


def test_bid_that_was_booked_before_it_was_decided_on_can_be_accepted(in_acme, person):
    bid = BidFactory(organization=in_acme)
    old = BookingFactory(organization=in_acme, load=bid.load, bid=bid)

    booking = accept(bid, by=person, is_rebooking=True)

    old.refresh_from_db()
    assert (old.bid, booking.bid) == (None, bid)
