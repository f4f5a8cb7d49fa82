"""Bookings that end: an acceptance undone within ten seconds, a carrier that fell off."""

from datetime import timedelta
from decimal import Decimal

import pytest

from bids import tasks
from bids.models import Bid, BidStatusChange, Booking, EndedBooking
from bids.services import bids
from bids.services.booking import (
    BookingOver,
    LoadBooked,
    TooLateToUndo,
    accept_bid,
    book_load,
    record_fall_off,
    stamp_of,
    undo_acceptance,
    untold_until,
)
from bids.states import COVERED_BY_ANOTHER
from organizations.models import AuditEntry
from organizations.tenancy import actors, live_updates
from organizations.tenancy.scope import scope
from tests.bids.lane_counts import counted, kept
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, LoadFactory, MembershipFactory

SOON = NOW + timedelta(seconds=9)
LATE = NOW + timedelta(seconds=10)


@pytest.fixture
def bid(in_acme):
    """Blue Mesa asks 1,900; the broker has countered at 1,725."""
    bid = BidFactory(organization=in_acme, carrier=CarrierFactory(organization=in_acme, name="Blue Mesa"))
    return bids.counter_bid(bid=bid, amount=Decimal(1725), by=actors.system("x"), at=NOW - timedelta(hours=1))


def accept(bid, by, at=NOW, amount=1725, **more):
    bid = Bid.objects.get(pk=bid.pk)
    return accept_bid(bid=bid, amount=Decimal(amount), by=by, at=at, **more)


def as_stored(bid):
    columns = (
        "status",
        "status_changed_at",
        "amount",
        "counter_amount",
        "agreed_at",
        "decided_by",
        "updated_at",
    )
    return Bid.objects.values(*columns).get(pk=bid.pk)


# Undoing


def test_undoing_puts_everything_back(bid, person):
    before = as_stored(bid)
    booking = accept(bid, person)
    assert as_stored(bid)["status"] == "ACCEPTED"

    undo_acceptance(number=booking.pk, by=person, at=SOON)

    assert as_stored(bid) == before
    assert not Booking.objects.exists()
    ended = EndedBooking.objects.get()
    assert (ended.number, ended.how, ended.bid, ended.amount) == (booking.pk, "undone", bid, 1725)
    moves = BidStatusChange.objects.filter(bid=bid).order_by("pk").values_list("old", "new", "by", "reason")
    assert list(moves)[-2:] == [
        ("COUNTERED", "ACCEPTED", str(person), ""),
        ("ACCEPTED", "COUNTERED", str(person), "Acceptance undone"),
    ]
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == [
        "bid.accepted",
        "bid.acceptance_undone",
    ]
    assert kept() == counted()


def test_undone_is_accepted_again_and_undone_again(bid, person):
    undo_acceptance(number=accept(bid, person).pk, by=person, at=SOON)
    again = accept(bid, person, at=SOON, amount=1900)
    with pytest.raises(BookingOver, match="already undone"):
        undo_acceptance(number=EndedBooking.objects.get().number, by=person, at=SOON)
    assert Booking.objects.get() == again

    undo_acceptance(number=again.pk, by=person, at=SOON + timedelta(seconds=9))

    assert as_stored(bid)["amount"] == 1900
    assert EndedBooking.objects.count() == 2


def test_undoing_has_ten_seconds(bid, person):
    booking = accept(bid, person)

    with pytest.raises(TooLateToUndo, match="Carrier fell off"):
        undo_acceptance(number=booking.pk, by=person, at=LATE)

    assert Booking.objects.get() == booking
    assert as_stored(bid)["status"] == "ACCEPTED"


def test_only_who_accepted_undoes(in_acme, bid, person, agent):
    other = actors.user(MembershipFactory(organization=in_acme).user)
    booking = accept(bid, person)
    with pytest.raises(TooLateToUndo, match="Only whoever accepted"):
        undo_acceptance(number=booking.pk, by=other, at=SOON)
    by_agent = accept(BidFactory(organization=in_acme), agent, amount=1900)
    with pytest.raises(TooLateToUndo):
        undo_acceptance(number=by_agent.pk, by=agent, at=SOON)

    assert Booking.objects.count() == 2


def test_nothing_of_others_is_undone(bid, person, rival, stranger):
    booking = accept(bid, person)
    with scope(rival.pk):
        for end in (
            lambda: undo_acceptance(number=booking.pk, by=actors.user(stranger), at=SOON),
            lambda: record_fall_off(number=booking.pk, reason="x", by=actors.user(stranger), at=SOON),
        ):
            with pytest.raises(Booking.DoesNotExist):
                end()


def test_another_ones_booking_of_the_load_outlives_the_undoing(in_acme, bid, person):
    other = actors.user(MembershipFactory(organization=in_acme).user)
    second = BidFactory(organization=in_acme, load=bid.load)
    booking = accept(bid, person)
    with pytest.raises(LoadBooked):
        accept(second, other, amount=1900, at=SOON)
    rebooked = accept(second, other, amount=1900, at=SOON, is_rebooking=True)

    undo_acceptance(number=booking.pk, by=person, at=SOON)

    assert Booking.objects.get() == rebooked
    assert [as_stored(each)["status"] for each in (bid, second)] == ["COUNTERED", "ACCEPTED"]


def test_page_seen_before_counts_no_more_after_the_undoing(bid, person):
    stamps = {stamp_of(bid.load, bid)}
    booking = accept(bid, person)
    stamps.add(stamp_of(bid.load, Bid.objects.get(pk=bid.pk)))
    undo_acceptance(number=booking.pk, by=person, at=SOON)
    stamps.add(stamp_of(bid.load, Bid.objects.get(pk=bid.pk)))

    assert len(stamps) == 3


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_at_once_one_undoes(in_acme, person, meanwhile):
    booking = accept(BidFactory(organization=in_acme), person, amount=1900)

    def undo():
        return undo_acceptance(number=booking.pk, by=person, at=SOON)

    first, second = meanwhile(in_acme, undo, undo)

    assert isinstance(first, Bid)
    assert isinstance(second, BookingOver)
    assert EndedBooking.objects.count() == 1


def test_nobody_is_told_before_it_is_too_late_to_undo(in_acme, bid, person, monkeypatch):
    later, followed = [], []
    monkeypatch.setattr(
        tasks.follow_load, "apply_async", lambda args, **how: later.append((args, how["eta"]))
    )
    monkeypatch.setattr(tasks.outreach, "start_automatic_outreaches", lambda **how: followed.append(how))
    accept(bid, person)
    monkeypatch.setattr("django.utils.timezone.now", lambda: SOON)
    tasks.follow_load(in_acme.pk, bid.load_id)
    assert (later, followed) == ([((in_acme.pk, bid.load_id), LATE)], [])

    monkeypatch.setattr("django.utils.timezone.now", lambda: LATE)
    tasks.follow_load(in_acme.pk, bid.load_id)

    assert len(followed) == 1


def test_what_the_agent_books_is_told_at_once(in_acme, agent):
    bid = BidFactory(organization=in_acme)
    accept(bid, agent, amount=1900)

    assert untold_until(bid.load_id, at=NOW) is None


# Falling off


def test_fall_off_reopens_the_load_with_its_bids(in_acme, bid, person, monkeypatch):
    told = []
    monkeypatch.setattr(live_updates, "changed", lambda organization, *names: told.extend(names))
    load = bid.load
    others = [BidFactory(organization=in_acme, load=load) for _ in range(3)]
    booking = accept(bid, person)
    for other, reason in zip(
        others, (COVERED_BY_ANOTHER, f"{COVERED_BY_ANOTHER}: sorry", "Rate too high"), strict=True
    ):
        bids.reject_bid(bid=other, reason=reason, by=person, at=SOON)
    assert not Bid.objects.waiting().exists()
    told.clear()

    record_fall_off(number=booking.pk, reason="Truck broke down", by=person, at=NOW + timedelta(hours=3))

    assert {*Bid.objects.waiting()} == {*others[:2]}
    now = as_stored(bid)
    assert (now["status"], now["agreed_at"], now["amount"]) == ("WITHDRAWN", None, 1725)
    assert as_stored(others[2])["status"] == "REJECTED"
    assert not Booking.objects.exists()
    ended = EndedBooking.objects.get()
    assert (ended.how, ended.reason, ended.ended_by) == ("fell_off", "Truck broke down", str(person))
    last = BidStatusChange.objects.filter(bid=bid).order_by("-pk").first()
    assert last.reason == "Carrier fell off: Truck broke down"
    entry = AuditEntry.objects.get(action="load.carrier_fell_off")
    assert entry.details == {
        "booking": booking.pk,
        "carrier": "Blue Mesa",
        "amount": "1725.00",
        "reason": "Truck broke down",
    }
    assert {"bids", "loads", f"load:{load.pk}"} <= {*told}
    assert kept() == counted()


def test_reopened_bid_is_accepted_and_a_fallen_one_no_more(in_acme, bid, person):
    other = BidFactory(organization=in_acme, load=bid.load)
    bids.reject_bid(bid=other, reason=COVERED_BY_ANOTHER, by=person, at=NOW)
    booking = accept(bid, person)
    record_fall_off(number=booking.pk, reason="No-show", by=person, at=LATE)
    with pytest.raises(bids.BidClosed):
        accept(bid, person, at=LATE)

    assert accept(other, person, at=LATE, amount=1900).load == bid.load


def test_load_with_another_booking_stays_booked(in_acme, bid, person):
    other = BidFactory(organization=in_acme, load=bid.load)
    bids.reject_bid(bid=other, reason=COVERED_BY_ANOTHER, by=person, at=NOW)
    fallen = BookingFactory(organization=in_acme, load=bid.load)
    accept(bid, person, is_rebooking=True)

    record_fall_off(number=fallen.pk, reason="No-show", by=person, at=LATE)

    assert as_stored(other)["status"] == "REJECTED"
    assert as_stored(bid)["status"] == "ACCEPTED"


def test_carrier_booked_outside_falls_off_once(in_acme, person):
    load, carrier = LoadFactory(organization=in_acme), CarrierFactory(organization=in_acme)
    booking = book_load(load=load, carrier=carrier, amount=Decimal(1800), by=person, at=NOW)
    with pytest.raises(TooLateToUndo):
        undo_acceptance(number=booking.pk, by=person, at=SOON)
    record_fall_off(number=booking.pk, reason="Other", by=person, at=SOON)

    for end in (record_fall_off, undo_acceptance):
        with pytest.raises(BookingOver, match="already fell off"):
            end(number=booking.pk, by=person, at=SOON, **({"reason": "x"} if end is record_fall_off else {}))
    assert kept() == counted()
