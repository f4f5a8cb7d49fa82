"""A booking ends: its acceptance is undone before anybody is told of it, or the carrier falls off."""

from datetime import datetime
from decimal import Decimal
from typing import Any

import structlog
from django.db import transaction
from django.db.models import OuterRef, Subquery

from bids import events
from bids.models import Bid, BidStatusChange, Booking, EndedBooking, PriceTalk
from bids.services import price_talks
from bids.services.bids import record_action
from bids.states import COVERED_BY_ANOTHER, BidStatus, BookingEnd
from calls.models import Conversation
from loads.models import Load
from organizations.tenancy import audit, live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)


class BookingOver(RuntimeError):
    """The booking has ended already: `str()` says how."""


class TooLateToUndo(RuntimeError):
    """The acceptance stands, and others have been told: `str()` says what can be done instead."""


def bid_as_it_is(bid: Bid, talk: PriceTalk | None) -> dict[str, Any]:
    """What `undo_acceptance` needs to put a bid back, and its price talk."""
    return {
        "price_talk": None if talk is None else price_talks.talk_as_it_is(talk),
        "status": str(bid.status),
        "status_changed_at": bid.status_changed_at.isoformat(),
        "updated_at": bid.updated_at.isoformat(),
        "amount": None if bid.amount is None else str(bid.amount),
        "decided_by": bid.decided_by,
    }


def untold_until(load_id: int, *, at: datetime) -> datetime | None:
    """Until when nobody is told that the load is booked, since that may still be undone; None where all may know."""
    booking = Booking.objects.filter(load=load_id).order_by("-booked_at", "-pk").first()
    until = booking.undo_until if booking else None
    return until if until is not None and at < until else None


def undo_acceptance(*, number: int, by: Actor, at: datetime) -> Bid:
    """Take back the acceptance that made the booking of this number: the bid and the load are as they were before.

    Only who accepted may, for ten seconds. Raises Booking.DoesNotExist, BookingOver or TooLateToUndo, and then nothing
    has changed.
    """
    with transaction.atomic():
        booking, talks = _locked(number)
        until, bid = booking.undo_until, booking.bid
        if until is None or bid is None or booking.booked_by != str(by):
            raise TooLateToUndo("Only whoever accepted an offer can undo that.")
        if at >= until:
            raise TooLateToUndo(
                "It’s been more than 10 seconds, so this booking stands. Use “Carrier fell off” to reopen the load."
            )
        before = booking.bid_before
        moved = move(
            bid,
            BidStatus(before["status"]),
            by=by,
            at=at,
            reason="Acceptance undone",
            status_changed_at=datetime.fromisoformat(before["status_changed_at"]),
            updated_at=datetime.fromisoformat(before["updated_at"]),
            amount=None if before["amount"] is None else Decimal(before["amount"]),
            decided_by=before["decided_by"],
            agreed_at=None,
        )
        assert moved, "the row is locked"
        talk = talks.get(bid.price_talk_id)
        # Acceptances of an older release tell nothing of it.
        if talk is not None and before.get("price_talk"):
            price_talks.put_back(talk, before["price_talk"], by=by, at=at)
        _end(booking, BookingEnd.UNDONE, "", by, at)
        record_action("bid.acceptance_undone", bid, by, at, amount=str(booking.amount), booking=number)
    log.info("acceptance undone", load=booking.load_id, bid=bid.pk)
    return bid


def record_fall_off(*, number: int, reason: str, by: Actor, at: datetime) -> Load:
    """The carrier of the booking of this number doesn't run the load: its bid is withdrawn, the load open again.

    Bids that were rejected because the load was covered wait for a decision again, unless another booking stands.
    Raises Booking.DoesNotExist or BookingOver, and then nothing has changed.
    """
    with transaction.atomic():
        booking, talks = _locked(number)
        load, bid = booking.load, booking.bid
        if bid is not None and bid.status == BidStatus.ACCEPTED:
            words = f"Carrier fell off: {reason}"[:200]
            withdrawn: dict[str, Any] = {"agreed_at": None, "decided_by": str(by), "updated_at": at}
            moved = move(bid, BidStatus.WITHDRAWN, by=by, at=at, reason=words, **withdrawn)
            assert moved, "the row is locked"
            _reopen_talk(talks, bid, by, at)
        _end(booking, BookingEnd.FELL_OFF, reason, by, at)
        if not Booking.objects.filter(load=load).exists():
            _reopen_rejected(load, talks, by, at)
        told = {"booking": number, "carrier": str(booking.carrier or ""), "amount": str(booking.amount)}
        audit.record(
            organization=booking.organization,
            action="load.carrier_fell_off",
            subject=load,
            by=by,
            at=at,
            reason=reason,
            **told,
        )
    log.info("carrier fell off", load=load.pk, booking=number)
    return load


def _locked(number: int) -> tuple[Booking, dict[int | None, PriceTalk]]:
    """The booking and the load's price talks; conversation, talks, load and bid are locked, as in `accept_bid`."""
    talks: dict[int | None, PriceTalk] = {}
    seen = Booking.objects.filter(pk=number).first()
    if seen is not None:
        if seen.conversation_id:
            Conversation.objects.select_for_update(no_key=True).only("pk").get(pk=seen.conversation_id)
        talks = price_talks.lock_talks_of_load(seen.load_id)
        Load.objects.select_for_update(no_key=True).only("pk").get(pk=seen.load_id)
        if seen.bid_id:
            Bid.objects.select_for_update(no_key=True).only("pk").get(pk=seen.bid_id)
        # In a statement of its own: it sees what another has ended meanwhile.
        found = Booking.objects.select_related("load", "bid", "carrier", "organization").filter(pk=number)
        if booking := found.first():
            return booking, talks
    ended = EndedBooking.objects.filter(number=number).first()
    if ended is None:
        raise Booking.DoesNotExist
    if ended.how == BookingEnd.UNDONE:
        raise BookingOver("This acceptance was already undone.")
    raise BookingOver("This carrier already fell off.")


def _end(booking: Booking, how: BookingEnd, reason: str, by: Actor, at: datetime) -> None:
    """Turn a locked booking into history; open pages are told, and the load's outreach goes on."""
    kept = ("organization_id", "load_id", "bid_id", "carrier_id", "kind", "amount", "booked_at", "booked_by")
    ended = EndedBooking.objects.create(
        number=booking.pk,
        how=how,
        reason=reason[:200],
        ended_at=at,
        ended_by=str(by),
        **{name: getattr(booking, name) for name in kept},
    )
    Booking.objects.filter(pk=booking.pk).delete()
    events.booking_ended(ended, booking.load, booking.conversation_id, at=at)
    live_updates.changed(booking.organization_id, "bids", "loads", f"load:{booking.load_id}")
    prompt("bids.tasks.follow_load", booking.organization_id, booking.load_id)


def _reopen_talk(talks: dict[int | None, PriceTalk], bid: Bid, by: Actor, at: datetime) -> None:
    talk = talks.get(bid.price_talk_id)
    if talk is not None:
        price_talks.reopen(talk, reason="The load is open again", by=by, at=at)


def _reopen_rejected(load: Load, talks: dict[int | None, PriceTalk], by: Actor, at: datetime) -> None:
    """Put bids back on the table that were refused only since the load was covered."""
    last = BidStatusChange.objects.filter(bid=OuterRef("pk")).order_by("-at", "-pk").values("reason")[:1]
    rejected = Bid.objects.filter(load=load, status=BidStatus.REJECTED).order_by("pk")
    for bid in rejected.annotate(why=Subquery(last)).filter(why__startswith=COVERED_BY_ANOTHER):
        moved = move(
            bid, BidStatus.OPEN, by=by, at=at, reason="The load is open again", decided_by="", updated_at=at
        )
        if moved:  # else somebody has just reopened it
            live_updates.changed(load.organization_id, *bid.live_names)
            _reopen_talk(talks, bid, by, at)
