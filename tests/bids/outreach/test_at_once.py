"""Two workers at once, and a load that is covered while a call about it waits to be dialed."""

from decimal import Decimal

import pytest

import organizations.tenancy.queueing
from bids.models import UNDO_WITHIN, Booking, OutreachCandidate
from bids.services.bids import record_bid
from bids.services.booking import accept_bid, undo_acceptance
from bids.services.outreach import NotPossible, start_outreach
from bids.services.outreach_calls import advance_outreach
from bids.states import BidChannel
from calls import telephony
from calls.models import Call
from calls.services.dialing import place_call
from organizations.tenancy.actors import Actor
from tests.bids.outreach.world import BY
from tests.factories import NOW

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def dialed(monkeypatch):
    """Numbers that were dialed; no message arrives by itself."""
    numbers = []
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    monkeypatch.setattr(telephony, "place_call", lambda *, to_phone, **_: numbers.append(to_phone) or "CA1")
    return numbers


@pytest.fixture
def outreach(load, seller, make_carrier, set_rules):
    """Of five carriers, called two at a time."""
    set_rules(at_once=2)
    for number in range(1, 6):
        make_carrier(number)
    return start_outreach(load=load, by=BY, at=NOW)


def test_two_workers_call_no_more_than_one_would(in_acme, outreach, meanwhile):
    def advance():
        advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)

    assert meanwhile(in_acme, advance, advance) == [None, None]

    calling = OutreachCandidate.objects.filter(status="CALLING").order_by("rank")
    assert list(calling.values_list("rank", flat=True)) == [1, 2]
    assert Call.objects.count() == 2


@pytest.mark.deep
def test_two_brokers_begin_one(in_acme, load, seller, make_carrier, meanwhile):
    make_carrier(1)

    def begin():
        return start_outreach(load=load, by=BY, at=NOW)

    first, second = meanwhile(in_acme, begin, begin)

    assert first.pk
    assert isinstance(second, NotPossible)


def test_nobody_is_dialed_while_the_load_is_being_booked(in_acme, load, outreach, meanwhile, dialed):
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    person = Actor("user", "1")
    bid = record_bid(
        organization=in_acme, load=load, amount=Decimal(1900), channel=BidChannel.MANUAL, by=person, at=NOW
    )
    call = Call.objects.order_by("pk").first()

    _, outcome = meanwhile(
        in_acme,
        lambda: accept_bid(bid=bid, amount=bid.amount, by=person, at=NOW),
        lambda: place_call(call_id=call.pk, by=BY, at=NOW),
    )

    assert outcome is None
    assert dialed == []
    call.refresh_from_db()
    assert (call.status, call.failure_reason) == ("CANCELED", "load_unavailable")
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW + UNDO_WITHIN)
    outreach.refresh_from_db()
    assert (outreach.status, outreach.stop_reason) == ("STOPPED", "load_covered")
    assert Booking.objects.filter(load=load).count() == 1
    assert not Call.objects.unfinished().exists()


def test_calls_wait_while_an_acceptance_may_be_undone(in_acme, load, outreach, dialed, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    queued = list(Call.objects.order_by("pk").values_list("pk", flat=True))
    person = Actor("user", "1")
    bid = record_bid(
        organization=in_acme, load=load, amount=Decimal(1900), channel=BidChannel.MANUAL, by=person, at=NOW
    )
    booking = accept_bid(bid=bid, amount=bid.amount, by=person, at=NOW)

    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    for pk in queued:
        place_call(call_id=pk, by=BY, at=NOW)

    outreach.refresh_from_db()
    assert outreach.status == "RUNNING"
    assert {*Call.objects.values_list("status", "not_before")} == {("QUEUED", NOW + UNDO_WITHIN)}
    assert dialed == []

    undo_acceptance(number=booking.pk, by=person, at=NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    place_call(call_id=queued[0], by=BY, at=NOW + UNDO_WITHIN)

    assert len(dialed) == 1
    assert Call.objects.count() == 2
