"""Reading the agreement back, and making it a booking or a bid."""

from decimal import Decimal

import structlog

from bids.carrier_sales import choosing, finding, hauling, identity, pitching, wording
from bids.carrier_sales.moves import Move
from bids.carrier_sales.notebook import Outcome, Step
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.vetting import Verdict
from bids.models import Bid
from bids.outreach.holding import hold_bid
from bids.services import (
    BeyondAuthority,
    BidChanged,
    BidClosed,
    InvalidAmount,
    LoadBooked,
    OnlyBrokersBook,
    accept_bid,
    record_bid,
    withdraw_bid,
)
from bids.states import BidChannel, BidStatus
from calls.agent.meaning import Expecting
from carriers.models import Carrier
from carriers.states import Effect
from loads.models import Load

log = structlog.get_logger(__name__)

TO_CONFIRM = "Agreed on the phone; a person must confirm it."
TO_CALL_BACK = f"{TO_CONFIRM} The caller's number isn't the carrier's: call the registered one first."


def take_down(
    scene: Scene,
    amount: Decimal,
    notes: str = "",
    *,
    offered: Decimal | None = None,
    carrier: Carrier | None = None,
) -> Bid | None:
    """The carrier's bid for the load at this amount, and our offer in return; None where it was decided on.

    A figure that is none isn't taken down either. `carrier` spares a look-up where it is known.
    """
    _, load = scene.deal
    try:
        return record_bid(
            organization=scene.organization,
            load=load,
            amount=amount,
            channel=BidChannel.PHONE,
            conversation=scene.talk.conversation,
            carrier=carrier,
            offered=offered,
            notes=notes,
            is_locked=True,
            by=scene.by,
            at=scene.talk.at,
        )
    except (BidClosed, InvalidAmount):
        return None


def ask(scene: Scene) -> None:
    """Read figure, load and carrier back."""
    dealing, load = scene.deal
    assert dealing.figure is not None, "there is something to agree on"
    scene.notes.go_to(Step.CLOSING)
    scene.say_money(
        "read_deal",
        {"amount": dealing.figure},
        number=number(load),
        lane=pitching.lane(load, scene.language),
        who=identity.who(scene),
    )
    scene.wait_for(Expecting.CONFIRMATION)


def close(scene: Scene) -> Move:
    """Book it where the agent may, else leave it to the broker, and say which."""
    dealing, load = scene.deal
    amount = dealing.figure
    assert amount is not None, "there is something to agree on"
    verdict = identity.check(scene)
    if verdict == Verdict.REFUSED:
        scene.say("not_qualified")
        scene.end()
        return Move.WAIT
    if not finding.is_available(load):
        return _lost(scene)
    effect = hauling.effect_for(scene, load)
    if effect == Effect.FAIL:
        dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, ""
        return choosing.refuse(scene, load)
    if effect == Effect.PARTIAL_PASS and verdict == Verdict.BOOK:
        verdict = Verdict.BID
    bid = take_down(scene, amount, _remark(verdict), carrier=scene.talk.conversation.carrier)
    minutes = _hold(scene, bid, load, amount) if bid is not None and verdict == Verdict.BOOK else 0
    if minutes:
        dealing.outcome = Outcome.BID
        scene.say_money("held", {"amount": amount}, number=number(load), minutes=str(minutes))
        return Move.MORE
    if bid is not None and verdict == Verdict.BOOK:
        try:
            accept_bid(bid=bid, amount=amount, is_locked=True, by=scene.by, at=scene.talk.at)
        except LoadBooked:
            return _lost(scene)
        except OnlyBrokersBook:
            pass  # as the organization wants it
        except (BeyondAuthority, BidChanged, BidClosed, InvalidAmount) as error:
            log.warning("agreed, but not to be booked by the agent", load=load.pk, reason=str(error))
        else:
            dealing.outcome = Outcome.BOOKED
            scene.say_money("booked", {"amount": amount}, number=number(load))
            return Move.MORE
    dealing.outcome = Outcome.BID
    name = "passed_on_call" if verdict == Verdict.CALL_BACK else "passed_on"
    scene.say_money(name, {"amount": amount}, number=number(load))
    if verdict == Verdict.CALL_BACK:
        scene.notes.callback = {"time": "", "zone": "", "phone": scene.notes.registered, "words": ""}
    return Move.MORE


def _hold(scene: Scene, bid: Bid, load: Load, amount: Decimal) -> int:
    """Hold the bid while other carriers answer who were called about the load; within how many minutes that ends."""
    facts = scene.talk.state.get("facts") or {}
    if load.external_id != facts.get("loadId") or scene.turn is None or not scene.rules.agent_may_book:
        return 0
    return hold_bid(scene.turn, bid=bid, amount=amount, at=scene.talk.at)


def forget(scene: Scene) -> None:
    """Nothing is agreed on any more.

    What was misheard is forgotten once; after that it counts, so that nobody tries figures out.
    """
    dealing, _ = scene.deal
    if dealing.before is not None and not dealing.was_undone:
        dealing.standing, dealing.was_undone = dealing.before, True
    dealing.agreed, dealing.before = "", None


def undo(scene: Scene) -> None:
    """The carrier doesn't stand by it: the bid is what it asked before, or is taken back."""
    forget(scene)
    dealing, load = scene.deal
    standing = dealing.haggling
    if standing is not None and standing.asks:
        take_down(scene, standing.asks[-1])
        return
    bid = Bid.objects.filter(
        conversation=scene.talk.conversation, load=load, status__in=Bid.lifecycle.unfinished
    ).first()
    if bid is not None and bid.status in (BidStatus.OPEN, BidStatus.COUNTERED):
        withdraw_bid(bid=bid, reason="not confirmed when read back", by=scene.by, at=scene.talk.at)


def number(load: Load) -> str:
    """The load's number as it is said."""
    return wording.load_number(load.external_id)


def _remark(verdict: Verdict) -> str:
    if verdict == Verdict.BOOK:
        return ""
    return TO_CALL_BACK if verdict == Verdict.CALL_BACK else TO_CONFIRM


def _lost(scene: Scene) -> Move:
    """Somebody else was faster."""
    dealing, load = scene.deal
    dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, ""
    scene.say("just_taken")
    return choosing.offer_others(scene, like=load)
