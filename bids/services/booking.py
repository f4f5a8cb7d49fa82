"""Booking, with the optimistic lock of the page that asked; and its end: undone in time, or fallen off."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from typing import Any

import structlog
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.expressions import Combinable

from bids import events
from bids.models import Bid, BidStatusChange, Booking, EndedBooking, PriceTalk
from bids.services import price_talks
from bids.services.bids import lock_undecided, next_position, one_transaction, read_amount, record_action
from bids.services.negotiation_terms import rules_of, terms_of
from bids.states import COVERED_BY_ANOTHER, BidStatus, BookingEnd, BookingKind
from calls.models import Conversation
from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier
from loads.models import Load
from organizations import audit
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)


class BidChanged(RuntimeError):
    """The carrier asks, or was offered, another figure than the one to be agreed on: look again."""


class LoadBooked(RuntimeError):
    """The load has a booking already; a person may book it again, and must say so."""


class BeyondAuthority(RuntimeError):
    """The agent may not agree to this: `str()` says why, for the log and the broker, never for the carrier."""


class OnlyBrokersBook(BeyondAuthority):
    """The organization lets its agents propose alone: the bid waits for a person."""


def accept_bid(
    *,
    bid: Bid,
    amount: Decimal,
    is_rebooking: bool = False,
    is_locked: bool = False,
    by: Actor,
    at: datetime,
) -> Booking:
    """Agree on `amount` dollars and book the load; other bids for it stay as they are.

    Steps: locks conversation, price talk, load and bid, in this order; checks that `amount` is what the carrier asks,
    or took of our counter-offer, at this moment; that the load isn't booked, unless a person books it again; that the
    agent, when it acts, may book, and may agree to that by the load's rates of this moment; moves the bid and its talk
    and makes the booking.
    Raises InvalidAmount, BidClosed, BidChanged, LoadBooked, or BeyondAuthority (OnlyBrokersBook: the bid is for a
    person), and then nothing has changed. Of two at once one wins, for a bid and for a load. `is_locked` says that the
    transaction which runs has locked conversation, talk and bid, and that `bid` is as it is now, as after `record_bid`.
    What a person accepts may be undone for ten seconds (`undo_acceptance`), before others are told of it.
    """
    amount = read_amount(amount)
    with one_transaction():
        if bid.conversation_id and not is_locked:
            Conversation.objects.select_for_update(no_key=True).get(pk=bid.conversation_id)
        talk = bid.price_talk if is_locked else price_talks.lock_talk_of(bid)
        load = Load.objects.select_for_update(no_key=True).get(pk=bid.load_id)
        if not is_locked:
            bid = lock_undecided(bid)
        if amount not in _figures(bid):
            raise BidChanged("This offer has changed. Review it again before you book.")
        if by.kind == "agent":
            _check_authority(load, bid, amount)
        # After the load was locked, in a statement of its own: it sees what another has booked meanwhile.
        earlier = list(Booking.objects.filter(Q(load=load) | Q(bid=bid)).only("load_id", "bid_id"))
        is_booked = any(booking.load_id == load.pk for booking in earlier)
        if is_booked and (by.kind == "agent" or not is_rebooking):
            raise LoadBooked("This load is already booked.")
        before = bid_as_it_is(bid, talk) if by.kind == "user" else {}
        agreed: dict[str, Any] = {"amount": amount, "agreed_at": at, "decided_by": str(by), "updated_at": at}
        moved = move(bid, BidStatus.ACCEPTED, by=by, at=at, **agreed)
        assert moved, "the row is locked"
        if talk is not None:
            price_talks.keep_booking(talk, amount, by=by, at=at)
        # Booked before it was decided on, as histories tell it: a bid stands with its newest booking.
        if any(booking.bid_id == bid.pk for booking in earlier):
            Booking.objects.filter(bid=bid).update(bid=None)
        booking = Booking.objects.create(
            organization_id=bid.organization_id,
            load=load,
            bid=bid,
            conversation_id=bid.conversation_id,
            carrier_id=bid.carrier_id,
            position=_position(bid),
            kind=_kind(bid.carrier, by),
            amount=amount,
            booked_at=at,
            booked_by=str(by),
            bid_before=before,
        )
        live_updates.changed(bid.organization_id, "loads")
        prompt("bids.tasks.follow_load", bid.organization_id, load.pk)
        record_action("bid.accepted", bid, by, at, amount=str(amount), booking=booking.pk)
        events.load_booked(booking, load, bid, by=by, at=at)
    log.info("load booked", load=load.pk, bid=bid.pk, kind=booking.kind)
    return booking


def book_load(
    *,
    load: Load,
    carrier: Carrier | Numbers,
    amount: Decimal,
    seen: str | None = None,
    is_rebooking: bool = False,
    by: Actor,
    at: datetime,
) -> Booking:
    """Book what a person has agreed on with a carrier by other ways, without a bid; bids for the load stay as they are.

    A carrier that is named by its numbers is added where it isn't known yet. Raises InvalidAmount, Changed unless the
    load is as it was `seen` (`stamp_of`; None: whatever it is), LoadBooked unless it is to be booked again, or Raced
    where somebody else just added the carrier; and then nothing has changed.
    """
    amount = read_amount(amount)
    with transaction.atomic():
        load = Load.objects.select_for_update(no_key=True).get(pk=load.pk)
        if seen is not None and stamp_of(load) != seen:
            raise Changed
        if not is_rebooking and Booking.objects.filter(load=load).exists():
            raise LoadBooked("This load is already booked.")
        if isinstance(carrier, Numbers):
            [pk] = ensure_carriers(
                organization=load.organization, numbers=[carrier], at=at, are_told=True, are_stubs=False
            ).values()
            carrier = Carrier.objects.get(pk=pk)
        booking = Booking.objects.create(
            organization_id=load.organization_id,
            load=load,
            carrier=carrier,
            kind=_kind(carrier, by),
            amount=amount,
            booked_at=at,
            booked_by=str(by),
        )
        prompt("bids.tasks.follow_load", load.organization_id, load.pk)
        told = {"booking": booking.pk, "carrier": str(carrier), "amount": str(amount)}
        audit.record(organization=load.organization, action="load.booked", subject=load, by=by, at=at, **told)
        live_updates.changed(load.organization_id, "bids", "loads", f"load:{load.pk}")
        events.load_booked(booking, load, by=by, at=at)
    log.info("load booked", load=load.pk, kind=booking.kind)
    return booking


def _figures(bid: Bid) -> tuple[Decimal | None, ...]:
    """What can be agreed on now: the carrier's last figure, and our offer while it stands."""
    return (bid.amount, bid.counter_amount) if bid.status == BidStatus.COUNTERED else (bid.amount,)


def _check_authority(load: Load, bid: Bid, amount: Decimal) -> None:
    """The last wall before the agent's word binds: whatever was said, what the organization and the load allow now."""
    is_practice = bid.conversation is not None and bid.conversation.skill_state.get("is_own_phone")
    if is_practice or not rules_of(load.organization_id).agent_may_book:
        raise OnlyBrokersBook("The agent records offers only; your team decides.")
    if not load.is_open:
        raise BeyondAuthority("This load isn't open to offers.")
    terms = terms_of(load)
    if terms is None:
        raise BeyondAuthority("This load has no rates for the agent to work with.")
    if amount > terms.limit:
        raise BeyondAuthority("The rate is over the load's max buy.")


def _position(bid: Bid) -> int | Combinable:
    """The booking's place among those of its conversation, which is locked."""
    if bid.conversation_id is None:
        return 0
    return next_position(Booking.objects.filter(conversation_id=bid.conversation_id))


def _kind(carrier: Carrier | None, by: Actor) -> BookingKind:
    if carrier is not None and carrier.is_capacity_carrier:
        return BookingKind.CAPACITY
    return BookingKind.E2E if by.kind == "agent" else BookingKind.ASSISTED


# What a person saw before deciding: a decision counts only while that is still how it stands.


class Changed(RuntimeError):
    """What the person saw has changed meanwhile; `str()` says so, and nothing was done."""

    def __init__(self) -> None:
        super().__init__("Something changed since you opened this. Review it again before you decide.")


def stamp_of(load: Load, bid: Bid | None = None) -> str:
    """Return a word that changes with whatever a decision on the load, or on the bid for it, goes by; one query.

    The bid's standing and figures, the load's status, hold and rates, and its bookings, also those that ended.
    """
    facts: list[object] = [str(load.status), load.is_locked, load.is_held]
    facts += [_plain(rate) for rate in (load.customer_rate, load.max_rate, load.start_rate)]
    if bid is not None:
        facts += [str(bid.status), _plain(bid.amount), _plain(bid.counter_amount), bid.carrier_id]
    standing = Booking.objects.filter(load=load).order_by().values_list("pk", Value(""))
    ended = EndedBooking.objects.filter(load=load).order_by().values_list("number", "how")
    facts += sorted(standing.union(ended))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@contextmanager
def bid_as_seen(bid: Bid, seen: str) -> Iterator[Bid]:
    """Within, nobody else decides on the bid or books its load; raises Changed unless both are as they were `seen`.

    Locks conversation, price talk, load and bid, in this order, as `accept_bid` does.
    """
    with transaction.atomic():
        if bid.conversation_id:
            Conversation.objects.select_for_update(no_key=True).only("pk").get(pk=bid.conversation_id)
        price_talks.lock_talk_of(bid)
        load = Load.objects.select_for_update(no_key=True).get(pk=bid.load_id)
        bid = Bid.objects.select_for_update(no_key=True).get(pk=bid.pk)
        if stamp_of(load, bid) != seen:
            raise Changed
        yield bid


def _plain(figure: Decimal | None) -> str:
    return "" if figure is None else f"{figure:.2f}"


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
