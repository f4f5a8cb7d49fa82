"""Taking bids down: one for a talk about a load, with what is known of the other side."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bids.models import Bid, BidStatusChange
from bids.services import bids, booking
from bids.states import BidChannel
from calls.models import ConversationLoad
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.factories import NOW, CallFactory, CarrierFactory, ConversationFactory, LoadFactory

BY = system("tests")
LATER = NOW + timedelta(minutes=5)


def ask(organization, amount, *, at=NOW, by=BY, **known):
    """Record a bid by phone."""
    known.setdefault("load", None)
    known["load"] = known["load"] or LoadFactory(organization=organization)
    known.setdefault("channel", BidChannel.PHONE)
    return bids.record_bid(organization=organization, amount=Decimal(amount), by=by, at=at, **known)


@pytest.fixture
def talk(in_acme):
    """A call that Dana made to acme yesterday."""
    return CallFactory(
        organization=in_acme,
        conversation__direction="inbound",
        conversation__created_at=NOW - timedelta(days=1),
        conversation__mc_number="790123",
        conversation__dot_number=2790123,
        from_phone="+18065550101",
        to_phone="+12145550100",
        caller_name="Dana",
        caller_extension="42",
    ).conversation


def test_bid_is_recorded_with_what_the_call_knows(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    bid = ask(in_acme, "2400", load=load, conversation=talk)

    bid.refresh_from_db()
    assert (bid.status, bid.channel, bid.first_ask, bid.amount) == ("OPEN", "phone", 2400, 2400)
    assert (bid.load, bid.conversation, bid.position) == (load, talk, 0)
    assert (bid.mc_number, bid.dot_number, bid.caller_name) == ("790123", 2790123, "Dana")
    assert (bid.phone, bid.extension) == ("+18065550101", "42")
    assert bid.discussed_at == talk.created_at
    assert bid.created_at == bid.updated_at == bid.status_changed_at == NOW


def test_bid_has_a_history_from_its_beginning(in_acme):
    bid = ask(in_acme, 2400)

    (change,) = BidStatusChange.objects.filter(bid=bid)
    assert (change.old, change.new, change.by, change.at) == ("", "OPEN", "system:tests", NOW)


def test_load_of_a_bid_was_discussed(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    ask(in_acme, 2400, load=load, conversation=talk)
    ask(in_acme, 2300, load=load, conversation=talk)

    assert ConversationLoad.objects.get().load == load


def test_other_end_of_an_outbound_call_is_the_called_one(in_acme):
    call = CallFactory(organization=in_acme, from_phone="+12145550100", to_phone="+18065550101")

    assert ask(in_acme, 2400, conversation=call.conversation).phone == "+18065550101"


def test_what_the_call_knows_goes_before_the_carriers_row(in_acme, talk):
    carrier = CarrierFactory(organization=in_acme, mc_number="111111", phone="+18065550199")
    bid = ask(in_acme, 2400, conversation=talk, carrier=carrier)

    assert (bid.carrier, bid.caller_name, bid.mc_number) == (carrier, "Dana", "790123")
    assert (bid.phone, bid.extension) == ("+18065550101", "42")


def test_carrier_fills_what_nobody_said(in_acme):
    carrier = CarrierFactory(organization=in_acme, mc_number="111111", dot_number=7, phone="+18065550199")
    bid = ask(in_acme, 2400, channel=BidChannel.MANUAL, carrier=carrier)

    assert (bid.mc_number, bid.dot_number, bid.phone) == ("111111", 7, "+18065550199")
    assert (bid.conversation, bid.discussed_at, bid.caller_name) == (None, NOW, "")


def test_carrier_of_the_conversation_is_the_bids(in_acme):
    carrier = CarrierFactory(organization=in_acme)
    talk = ConversationFactory(organization=in_acme, channel="email", carrier=carrier)

    assert ask(in_acme, 2400, conversation=talk, channel=BidChannel.EMAIL).carrier == carrier


def test_repeat_updates_the_amount_and_keeps_the_first_ask(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    first = ask(in_acme, 2400, load=load, conversation=talk)
    second = ask(in_acme, 2250, load=load, conversation=talk, notes="for Thursday", at=LATER)

    assert second.pk == first.pk
    bid = Bid.objects.get()
    assert (bid.first_ask, bid.amount, bid.notes) == (2400, 2250, "for Thursday")
    assert (bid.created_at, bid.updated_at) == (NOW, LATER)


def test_repeat_of_the_same_figure_changes_nothing(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    ask(in_acme, 2400, load=load, conversation=talk)
    ask(in_acme, 2400, load=load, conversation=talk, at=LATER)

    assert Bid.objects.get().updated_at == NOW
    assert BidStatusChange.objects.count() == 1


def test_repeat_adds_what_was_learned_since_and_forgets_nothing(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    ask(in_acme, 2400, load=load, conversation=talk, notes="no lumpers")
    carrier = CarrierFactory(organization=in_acme)
    bid = ask(in_acme, 2300, load=load, conversation=talk, carrier=carrier)

    assert (bid.carrier, bid.notes, bid.caller_name) == (carrier, "no lumpers", "Dana")


@pytest.mark.parametrize("amount", [2400, 2200])
def test_answer_to_our_offer_opens_the_bid_again(in_acme, talk, amount):
    load = LoadFactory(organization=in_acme)
    bid = ask(in_acme, 2400, load=load, conversation=talk)
    bids.counter_bid(bid=bid, amount=Decimal(2000), by=BY, at=NOW)
    bid = ask(in_acme, amount, load=load, conversation=talk, at=LATER)

    assert (bid.status, bid.amount, bid.counter_amount) == ("OPEN", amount, 2000)
    assert [row.new for row in BidStatusChange.objects.order_by("id")] == ["OPEN", "COUNTERED", "OPEN"]


def test_two_loads_of_a_conversation_are_two_bids(in_acme, talk):
    rows = [ask(in_acme, 2400, conversation=talk) for _ in range(2)]

    assert [row.position for row in rows] == [0, 1]


def test_two_conversations_about_a_load_are_two_bids(in_acme):
    load = LoadFactory(organization=in_acme)
    for _ in range(2):
        ask(in_acme, 2400, load=load, conversation=ConversationFactory(organization=in_acme))

    assert Bid.objects.count() == 2


def test_bids_entered_by_hand_are_each_their_own(in_acme):
    load = LoadFactory(organization=in_acme)
    for _ in range(2):
        ask(in_acme, 2400, load=load, channel=BidChannel.MANUAL)

    assert Bid.objects.count() == 2


@pytest.mark.parametrize("end", ["reject_bid", "withdraw_bid"])
def test_ask_after_the_end_is_another_bid(in_acme, talk, end):
    load = LoadFactory(organization=in_acme)
    first = ask(in_acme, 2400, load=load, conversation=talk)
    getattr(bids, end)(bid=first, by=BY, at=NOW)
    second = ask(in_acme, 2100, load=load, conversation=talk, at=LATER)

    assert second.pk != first.pk
    assert (second.position, second.first_ask) == (1, 2100)
    first.refresh_from_db()
    assert first.amount == 2400


def test_ask_after_the_agreement_is_none(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    first = ask(in_acme, 2400, load=load, conversation=talk)
    booking.accept_bid(bid=first, amount=Decimal(2400), by=BY, at=NOW)
    with pytest.raises(bids.BidClosed, match="accepted"):
        ask(in_acme, 2400, load=load, conversation=talk, at=LATER)

    assert Bid.objects.get().updated_at == NOW


@pytest.mark.parametrize(
    ("amount", "kept"),
    [("0.01", "0.01"), ("999999999.99", "999999999.99"), ("2400.005", "2400.01"), ("0.005", "0.01")],
)
def test_amount_is_kept_to_the_cent(in_acme, amount, kept):
    bid = ask(in_acme, amount)
    bid.refresh_from_db()

    assert bid.amount == Decimal(kept)


WRONG = [
    "0",
    "-0",
    "0.004",
    "-1",
    "1e9",
    "999999999.995",
    "1e300",
    "-1e300",
    "NaN",
    "sNaN",
    "Infinity",
    "-Infinity",
]


@pytest.mark.parametrize("amount", WRONG)
def test_amount_that_is_none_is_refused(in_acme, amount):
    with pytest.raises(bids.InvalidAmount, match=r"\w"):
        ask(in_acme, amount)

    assert not Bid.objects.exists()


def test_person_who_enters_a_bid_is_in_the_audit(in_acme, person, talk):
    load = LoadFactory(organization=in_acme)
    ask(in_acme, 2400, load=load, conversation=talk, by=person)
    ask(in_acme, 2300, load=load, conversation=talk, by=person)

    entries = AuditEntry.objects.order_by("id").values_list("action", "actor", "details__amount")
    assert list(entries) == [
        ("bid.recorded", str(person), "2400.00"),
        ("bid.changed", str(person), "2300.00"),
    ]


def test_agent_leaves_no_audit(in_acme, agent):
    ask(in_acme, 2400, by=agent)

    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_asks_at_once_are_one_bid(acme, meanwhile):
    talk, load = ConversationFactory(organization=acme), LoadFactory(organization=acme)

    def asking(amount):
        return lambda: ask(acme, amount, load=load, conversation=talk).pk

    first, second = meanwhile(acme, asking(2400), asking(2300))

    assert first == second
    bid = Bid.unscoped.get()
    assert (bid.first_ask, bid.amount) == (2400, 2300)


def test_offer_in_return_is_made_in_the_same_breath(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    bid = ask(in_acme, 2400, load=load, conversation=talk, offered=Decimal(1500))
    again = ask(in_acme, 2200, load=load, conversation=talk, offered=Decimal(1725), at=LATER)

    assert again == bid
    bid.refresh_from_db()
    assert (bid.status, bid.first_ask, bid.amount, bid.counter_amount) == ("COUNTERED", 2400, 2200, 1725)
    assert (bid.status_changed_at, bid.updated_at) == (LATER, LATER)
    history = bid.status_changes.order_by("id").values_list("old", "new", "at")
    assert list(history) == [
        ("", "OPEN", NOW),
        ("OPEN", "COUNTERED", NOW),
        ("COUNTERED", "OPEN", LATER),
        ("OPEN", "COUNTERED", LATER),
    ]


def test_offer_that_is_none_is_refused_and_nothing_taken_down(in_acme, talk):
    with pytest.raises(bids.InvalidAmount):
        ask(in_acme, 2400, conversation=talk, offered=Decimal(0))

    assert not Bid.objects.exists()


def test_refusal_leaves_the_callers_transaction_whole(in_acme, talk):
    load = LoadFactory(organization=in_acme)
    bid = ask(in_acme, 2400, load=load, conversation=talk)
    booking.accept_bid(bid=bid, amount=Decimal(2400), by=BY, at=NOW)

    with pytest.raises(bids.BidClosed):
        ask(in_acme, 2500, load=load, conversation=talk)

    ask(in_acme, 2500, conversation=talk)
    assert list(Bid.objects.order_by("position").values_list("position", "amount")) == [(0, 2400), (1, 2500)]
