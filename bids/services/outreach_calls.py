"""Outreach, one step on: who is called next, the call, what came of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q

from bids.models import Bid, Booking, Outreach, OutreachCandidate, OutreachRules
from bids.services.bids import BidClosed, InvalidAmount
from bids.services.booking import BeyondAuthority, BidChanged, LoadBooked, accept_bid, untold_until
from bids.services.outreach import (
    LoadGone,
    Unable,
    Wait,
    call_carrier,
    end_outreach,
    rules_of,
    skip,
    why_over,
)
from bids.states import CandidateOutcome, CandidateStatus, OutreachStatus, StopReason
from calls.models import Call
from calls.services.dialing import hang_up_call
from calls.services.permission import lock_requests
from calls.services.transfers import NotLive
from calls.states import CallStatus, Tag
from carriers.states import RulesAssessment
from loads.models import Load
from organizations.models import Organization
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move
from organizations.tenancy.scope import current_organization_id

# What came of a carrier's call, in an outreach's words.


Came = CandidateOutcome

OF_LINE = {
    CallStatus.NO_ANSWER: Came.NO_ANSWER,
    CallStatus.BUSY: Came.BUSY,
    CallStatus.VOICEMAIL: Came.VOICEMAIL,
    CallStatus.FAILED: Came.FAILED,
}
# By the outcome that the talk was concluded with.
OF_TALK = {
    "booked": Came.BOOKED,
    "bid": Came.BID,
    "opted_out": Came.OPTED_OUT,
    "transferred": Came.TRANSFERRED,
    "callback": Came.CALL_BACK,
    "not_qualified": Came.NOT_QUALIFIED,
    "declined": Came.DECLINED,
    "wrong_equipment": Came.DECLINED,
    "load_unavailable": Came.LOAD_GONE,
    "load_not_found": Came.LOAD_GONE,
    "dropped": Came.DROPPED,
    "inquiry": Came.DECLINED,
}


def outcome_of(turn: OutreachCandidate, call: Call, *, is_over: bool) -> CandidateOutcome:
    """Return what came of a call that has ended; `is_over`: so has the outreach, so that nothing is held any more."""
    if turn.bid_id is not None and Booking.objects.filter(bid=turn.bid_id).exists():
        return Came.BOOKED
    if turn.agreed_at is not None:
        return Came.BID if is_over else Came.AGREED
    if call.status == CallStatus.CANCELED:
        return Came.OPTED_OUT if call.failure_reason == "do_not_call" else Came.LOAD_GONE
    if call.status != CallStatus.COMPLETED:
        return OF_LINE[CallStatus(call.status)]
    if Tag.WRONG_NUMBER in call.conversation.content_tags:
        return Came.WRONG_NUMBER
    return OF_TALK.get(call.conversation.extracted_data.get("outcome", ""), Came.DROPPED)


# Taking an outreach on, whenever something has happened to its calls, its bids or its load.


log = structlog.get_logger(__name__)

MAX_STEPS = 5
AGENT = Actor("agent", "outreach")


def advance_outreach(*, outreach_id: int, by: Actor, at: datetime) -> None:
    """Do what is to be done at this moment; may be run at any time, by several at once, and again.

    Steps, each a transaction under the outreach's lock: writes down what came of calls that have ended, ends the round
    where the load is gone, books the lowest of the bids that are held once the others have answered; then calls the
    next carriers, as many as may be called at once, which holds the load until their calls are rows. A round that has
    ended lets go of phones that still ring.
    """
    for _ in range(MAX_STEPS):
        if not _decide(outreach_id, by, at) or not _call_next(outreach_id, by, at):
            break
    _hang_up_ringing(outreach_id, by, at)


def outreaches_to_look_after() -> list[tuple[int, int]]:
    """Return (organization, outreach) of all that haven't ended, or have a call that hasn't been written down."""
    unfinished = Q(status__in=Outreach.lifecycle.unfinished)
    calling = OutreachCandidate.unscoped.filter(status=CandidateStatus.CALLING).values("outreach")
    found = Outreach.unscoped.filter(unfinished | Q(pk__in=calling)).order_by("organization_id", "pk")
    return list(found.values_list("organization_id", "pk"))


def _decide(outreach_id: int, by: Actor, at: datetime) -> bool:
    """Settle, hold, book or end; whether more carriers may be called."""
    with transaction.atomic():
        outreach = _locked(outreach_id)
        turns = _settled(outreach, by, at)
        if outreach.is_finished:
            return False
        if _has_lost_its_load(outreach, turns, by, at):
            return False
        rules = rules_of(outreach.organization_id)
        held = _held(turns)
        if held and not _is_to_be_booked(outreach, turns, rules, by, at):
            return False
        if held and _book(outreach, held, by, at):
            return False
        if outreach.status == OutreachStatus.HOLDING:
            move(outreach, OutreachStatus.RUNNING, by=by, at=at, reason="nothing is held", hold_until=None)
        if at >= outreach.deadline:
            _end(outreach, OutreachStatus.STOPPED, StopReason.OUT_OF_TIME, by, at)
            return False
        if _is_exhausted(turns, rules):
            _end(outreach, OutreachStatus.EXHAUSTED, None, by, at)
            return False
        return True


def _locked(outreach_id: int) -> Outreach:
    rows = Outreach.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("organization").get(pk=outreach_id)


def _settled(outreach: Outreach, by: Actor, at: datetime) -> list[OutreachCandidate]:
    """The turns in order, those whose call has ended written down."""
    turns = list(
        OutreachCandidate.objects.filter(outreach=outreach)
        .select_related("carrier", "conversation__call", "bid")
        .order_by("rank")
    )
    calling = [turn for turn in turns if turn.status == CandidateStatus.CALLING]
    ended = [turn for turn in calling if turn.conversation is None or turn.conversation.call.is_finished]
    asks = _asks(outreach, ended)
    for turn in ended:
        outcome = CandidateOutcome.FAILED
        if turn.conversation is not None:
            outcome = outcome_of(turn, turn.conversation.call, is_over=outreach.is_finished)
        ask = turn.ask if turn.agreed_at else asks.get(turn.conversation_id)
        move(turn, CandidateStatus.DONE, by=by, at=at, outcome=outcome, ask=ask, finished_at=at)
    return turns


def _asks(outreach: Outreach, turns: Sequence[OutreachCandidate]) -> dict[int | None, object]:
    """The last figure of each conversation for the load."""
    bids = Bid.objects.filter(
        load=outreach.load_id, conversation__in=[turn.conversation_id for turn in turns]
    )
    return dict(bids.order_by("position", "pk").values_list("conversation_id", "amount"))


def _has_lost_its_load(
    outreach: Outreach, turns: Sequence[OutreachCandidate], by: Actor, at: datetime
) -> bool:
    """End it where the load is booked, by one of its calls or otherwise, or isn't open any more.

    As long as the booking may be undone it neither ends nor goes on.
    """
    if untold_until(outreach.load_id, at=at):
        return True
    booking = Booking.objects.filter(load=outreach.load_id).order_by("-booked_at", "-pk").first()
    if booking is not None:
        ours = [turn for turn in turns if turn.conversation_id == booking.conversation_id]
        if booking.conversation_id is not None and ours:
            _cover(outreach, ours[0], by, at)
        else:
            _end(outreach, OutreachStatus.STOPPED, StopReason.LOAD_COVERED, by, at)
        return True
    reason = why_over(Load.objects.get(pk=outreach.load_id))
    if reason is not None:
        _end(outreach, OutreachStatus.STOPPED, reason, by, at)
    return reason is not None


def _held(turns: Sequence[OutreachCandidate]) -> list[OutreachCandidate]:
    """Who has agreed to a figure that still stands, the lowest first, of the same the earliest; others are let go."""
    held = []
    for turn in turns:
        if turn.agreed_at is None:
            continue
        bid = turn.bid
        if bid is not None and bid.status in Bid.lifecycle.unfinished and bid.amount == turn.ask:
            held.append(turn)
        else:
            _let_go(turn, "The offer was changed or decided on.")
    return sorted(held, key=lambda turn: (turn.ask, turn.agreed_at, turn.pk))


def _let_go(turn: OutreachCandidate, detail: str) -> None:
    """What it agreed to isn't held any more: a bid like others."""
    turn.agreed_at = None
    if turn.outcome == CandidateOutcome.AGREED:
        turn.outcome = CandidateOutcome.BID
    turn.detail = detail[:200]
    turn.save(update_fields=["agreed_at", "outcome", "detail"])


def _is_to_be_booked(
    outreach: Outreach,
    turns: Sequence[OutreachCandidate],
    rules: OutreachRules,
    by: Actor,
    at: datetime,
) -> bool:
    """Whether the others have answered or had their time; the hold begins with the first bid that is held."""
    if outreach.status == OutreachStatus.RUNNING:
        until = min(at + rules.hold, outreach.deadline)
        move(outreach, OutreachStatus.HOLDING, by=by, at=at, hold_until=until)
    others = any(turn.status == CandidateStatus.CALLING and turn.agreed_at is None for turn in turns)
    assert outreach.hold_until is not None, "set with the status"
    return not others or at >= outreach.hold_until


def _book(outreach: Outreach, held: Sequence[OutreachCandidate], by: Actor, at: datetime) -> bool:
    """Book the first of these that may be; whether the outreach has ended with it."""
    for turn in held:
        assert turn.bid is not None and turn.ask is not None, "it is held"  # noqa: PT018
        try:
            if turn.carrier.is_refused or turn.carrier.rules_assessment != RulesAssessment.PASS:
                raise BeyondAuthority("The carrier is no longer approved.")
            accept_bid(bid=turn.bid, amount=turn.ask, by=AGENT, at=at)
        except LoadBooked:
            return _has_lost_its_load(outreach, held, by, at)
        except (BeyondAuthority, BidChanged, BidClosed, InvalidAmount) as error:
            log.warning(
                "held, but not to be booked", outreach=outreach.pk, bid=turn.bid_id, reason=str(error)
            )
            _let_go(turn, f"Not booked: {error}")
        else:
            _cover(outreach, turn, by, at)
            return True
    return False


def _cover(outreach: Outreach, turn: OutreachCandidate, by: Actor, at: datetime) -> None:
    if turn.status == CandidateStatus.DONE and turn.outcome != CandidateOutcome.BOOKED:
        turn.outcome = CandidateOutcome.BOOKED
        turn.save(update_fields=["outcome"])
    _end(outreach, OutreachStatus.COVERED, None, by, at)


def _end(
    outreach: Outreach, status: OutreachStatus, reason: StopReason | None, by: Actor, at: datetime
) -> None:
    end_outreach(outreach, status, reason=reason, by=by, at=at)


def _is_exhausted(turns: Sequence[OutreachCandidate], rules: OutreachRules) -> bool:
    """Whether nobody is on the line, and nobody is left to call or may be."""
    if any(turn.status == CandidateStatus.CALLING for turn in turns):
        return False
    is_left = any(turn.status == CandidateStatus.WAITING for turn in turns)
    return not is_left or _contacts(turns) >= rules.most_contacts


def _contacts(turns: Sequence[OutreachCandidate]) -> int:
    return sum(turn.called_at is not None for turn in turns)


def _call_next(outreach_id: int, by: Actor, at: datetime) -> bool:
    """Ask for as many calls as there is room for; whether there is something to decide on again.

    The load is locked until the calls are rows: whoever covers or locks it meanwhile comes after them, and they are
    taken back then (`_hang_up_ringing`, and `may_ring` before each is dialed).
    """
    with transaction.atomic():
        lock_requests(Organization.objects.get(pk=current_organization_id()))
        outreach = _locked(outreach_id)
        if outreach.status != OutreachStatus.RUNNING:
            return False
        load = Load.objects.select_for_update(no_key=True).get(pk=outreach.load_id)
        if why_over(load) or Booking.objects.filter(load=load).exists():
            return True
        rules = rules_of(outreach.organization_id)
        turns = list(
            OutreachCandidate.objects.filter(outreach=outreach).select_related("carrier").order_by("rank")
        )
        if any(turn.agreed_at for turn in turns):
            return True
        return _call_in_order(outreach, load, turns, rules, by, at)


def _call_in_order(
    outreach: Outreach,
    load: Load,
    turns: Sequence[OutreachCandidate],
    rules: OutreachRules,
    by: Actor,
    at: datetime,
) -> bool:
    calling = sum(turn.status == CandidateStatus.CALLING for turn in turns)
    room = min(rules.at_once - calling, rules.most_contacts - _contacts(turns))
    for turn in turns:
        if room <= 0:
            break
        if turn.status != CandidateStatus.WAITING or (turn.not_before and turn.not_before > at):
            continue
        try:
            called = call_carrier(turn, outreach=outreach, load=load, pause=rules.pause, by=by, at=at)
        except Wait as wait:
            _put_off(outreach, turn, wait, by, at)
            if wait.is_for_all:
                break
        except LoadGone:
            return True
        except Unable as error:
            log.warning("outreach without an agent", outreach=outreach.pk, reason=str(error))
            _end(outreach, OutreachStatus.STOPPED, StopReason.NO_AGENT, by, at)
            return False
        else:
            room -= called
    return not any(turn.status == CandidateStatus.CALLING for turn in turns) and not any(
        turn.status == CandidateStatus.WAITING for turn in turns
    )


def _put_off(outreach: Outreach, turn: OutreachCandidate, wait: Wait, by: Actor, at: datetime) -> None:
    """Its turn comes when the rule no longer says no; where that is too late, it is passed over."""
    again = wait.again or at + timedelta(seconds=30)
    if again >= outreach.deadline:
        skip(turn, CandidateOutcome.NOT_ALLOWED, str(wait), by=by, at=at)
        return
    turn.not_before, turn.detail = again, str(wait)[:200]
    turn.save(update_fields=["not_before", "detail"])
    live_updates.changed(turn.organization_id, *turn.live_names)


def _hang_up_ringing(outreach_id: int, by: Actor, at: datetime) -> None:
    """Let go of phones that nobody has picked up yet, once the round has ended; talks go on to their end.

    Each in a transaction of its own: whoever talks holds a call and may wait for the load.
    """
    ringing = Call.objects.filter(
        conversation__outreach_turn__outreach=outreach_id,
        conversation__outreach_turn__status=CandidateStatus.CALLING,
        conversation__outreach_turn__outreach__status__in=Outreach.lifecycle.final,
        status__in=(CallStatus.QUEUED, CallStatus.DIALING, CallStatus.PLACED, CallStatus.RINGING),
        order="",
    )
    for call_id in ringing.order_by("pk").values_list("pk", flat=True):
        try:
            hang_up_call(call_id=call_id, queued_reason="outreach_ended", by=by, at=at)
        except NotLive:
            log.info("call had ended", call=call_id)
