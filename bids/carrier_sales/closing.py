"""Reading the agreement back, booking it or taking it down."""

import re
from decimal import Decimal

import structlog
from django.db.models import QuerySet

from bids.carrier_sales import (
    bargaining,
    capacity,
    choosing,
    concluding,
    details,
    finding,
    identity,
    pitching,
    wording,
)
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Dealing, Outcome, Step
from bids.carrier_sales.vetting import Verdict
from bids.models import Bid
from bids.services import price_talks
from bids.services.bids import BidClosed, InvalidAmount, record_bid, withdraw_bid
from bids.services.booking import BeyondAuthority, BidChanged, LoadBooked, OnlyBrokersBook, accept_bid
from bids.services.outreach import hold_bid
from bids.states import BidChannel
from calls.language.acts import nods
from calls.language.clauses import drops_conditions
from calls.language.reading import UNCLEAN, Act, Expecting, Figure, Role, Topic
from carriers.models import Carrier
from carriers.states import Effect
from loads.models import Load

MAX_READ_AGAIN = 2  # times that one agreement is read back again
log = structlog.get_logger(__name__)

TO_CONFIRM = "Agreed on the phone, pending approval."
TO_CALL_BACK = (
    f"{TO_CONFIRM} The caller's number isn't on file for this carrier. Call the number on file first."
)


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
        bid = record_bid(
            organization=scene.organization,
            load=load,
            amount=amount,
            channel=BidChannel.PHONE,
            conversation=scene.talk.conversation,
            price_talk=scene.price_talk,
            carrier=carrier,
            offered=offered,
            notes=notes,
            is_locked=True,
            by=scene.by,
            at=scene.talk.at,
        )
    except (BidClosed, InvalidAmount):
        return None
    if scene.deal[0].conditions:
        write_conditions(scene)
    return bid


def write_conditions(scene: Scene) -> None:
    """Put what the carrier's word hangs on on the bid that waits: it is no bid without, though the talk breaks off."""
    dealing, _ = scene.deal
    for bid in _waiting(scene):
        kept = {name: value for name, value in bid.details.items() if name != "conditions"}
        kept |= {"conditions": dealing.conditions} if dealing.conditions else {}
        if kept != bid.details:
            Bid.objects.filter(pk=bid.pk).update(details=kept)


def _waiting(scene: Scene) -> QuerySet[Bid]:
    """The bid of the price talk that waits for a decision, whichever call it is of."""
    return Bid.objects.filter(price_talk=scene.price_talk, status__in=Bid.lifecycle.unfinished)


def ask(scene: Scene) -> None:
    """Read figure, load and carrier back."""
    dealing, load = scene.deal
    assert dealing.figure is not None, "there is something to agree on"
    scene.notes.go_to(Step.CLOSING)
    scene.say_money(
        "read_deal_if" if dealing.conditions else "read_deal",
        {"amount": dealing.figure},
        number=number(load),
        lane=pitching.lane(load, scene.language),
        who=identity.who(scene),
    )
    scene.wait_for(Expecting.CONFIRMATION)


def hear(scene: Scene) -> Move:
    """What is answered to the agreement that was read back: a clean yes closes it.

    A condition is kept, and the question asked again. Another figure, or no, goes back to the money, a higher one with
    what was agreed on as our word. Whoever still asks something, or only takes leave, hasn't agreed.
    """
    dealing, _ = scene.deal
    heard, agreed = scene.heard, dealing.figure
    assert agreed is not None, "something was agreed on"
    if heard.asks(Topic.CEILING, Topic.CUSTOMER_RATE):
        return _again(scene, agreed)
    if heard.own_figures and not heard.has(Act.CLAIMS):
        bargaining.keep_conditions(scene, heard.conditions)
        said = bargaining.figure_of(heard.own_figures)
        # "Fifty more" is on top of what was just read back, not of our offer.
        figure = Figure(agreed + said.amount) if said.role == Role.ON_TOP else said
        wanted = bargaining.total(scene, figure)
        if wanted is not None and wanted > agreed:
            return _hold_to(scene, agreed, wanted)
        if wanted != agreed:
            forget(scene)
            return bargaining.hear_figure(scene, figure)
    if heard.has(Act.DECLINES, Act.CANCELS) or (heard.has(Act.LEAVES) and not heard.has(Act.AGREES, Act.YES)):
        undo(scene)
        dealing.outcome = Outcome.DECLINED
        return Move.LEAVE
    is_denial = drops_conditions(heard.text)
    if (
        heard.has(Act.NO, Act.REFUSES, Act.ASKS_MORE, Act.SPLITS)
        and not heard.has(Act.AGREES, Act.YES)
        and not is_denial
    ):
        undo(scene)
        return _ask_for_figure(scene)
    # "Correct, with the detention okayed": the condition that is kept already.
    is_repeated = (
        bool(heard.conditions) and heard.has(Act.AGREES, Act.YES) and dealing.has_conditions(heard.conditions)
    )
    if is_repeated and not heard.questions:
        bargaining.keep_conditions(scene, heard.conditions)
        return close(scene)
    if heard.conditions or heard.has(Act.AGREES_IF):
        bargaining.keep_conditions(scene, heard.conditions or (heard.text,))
        scene.say("condition_noted")
        return _again(scene, agreed)
    is_plain_yes = heard.is_sure_of(Act.YES) and not (heard.questions or heard.has(*UNCLEAN, Act.LEAVES))
    if heard.agrees or is_plain_yes or confirms_and_asks(scene):
        return close(scene)
    if nods(heard.text):
        return _ask_if_yes(scene, agreed)
    if dealing.wanted and not (is_denial or heard.questions or heard.has(Act.REPEAT, Act.HOLDS)):
        # It may have been a no: until a yes is heard the carrier's own price is their bid.
        take_down(scene, Decimal(dealing.wanted))
    return _again(scene, agreed)


def _again(scene: Scene, agreed: Decimal) -> Move:
    """The question once more, a short one where a yes was heard; a person takes over who is asked too often."""
    dealing, heard = scene.deal[0], scene.heard
    dealing.read_backs += 1
    if dealing.read_backs > MAX_READ_AGAIN:
        whisper = concluding.whisper(scene.notes)
        undo(scene)  # not confirmed: their own price stays the bid, with its conditions
        return concluding.to_person(scene, whisper)
    is_yes = heard.has(Act.AGREES, Act.YES) and not heard.has(Act.NO, Act.REFUSES, Act.AGREES_IF, Act.REPEAT)
    is_yes = is_yes and not heard.asks(Topic.RATE, Topic.CEILING, Topic.CUSTOMER_RATE)
    if is_yes or drops_conditions(heard.text):
        return _ask_if_yes(scene, agreed)
    return Move.ASK_AGAIN


# "Yep, correct", before anything else is said.
_CONFIRMS = re.compile(
    r"^\W*(?:(?:uh|um|well|oh|okay|ok)\W+)*(?:(?:yes|yeah|yep|yup|yessir)\W+(?:sir|ma'?am|"
    r"that'?s (?:right|correct|it)|it is|"
    r"(?:it'?s )?(?:correct|right))|(?:it'?s |that'?s )?correct|that'?s right|s[ií],? (?:es )?correcto|"
    r"as[ií] es)\b",
    re.I,
)
# What may be asked beside it, since it is about the papers and not about the deal.
_OF_PAPERS = re.compile(
    r"\b(?:insurance|certificate|coi|file|paper ?work|papers|packet|set ?up|onboard\w*|rate ?con\w*|border|customs|"
    r"invoices?|factoring|seguro|papeles|papeleo|aduana|expediente|factura\w*)\b",
    re.I,
)
_TURNS = re.compile(
    r"\b(?:if|unless|long as|before|until|first|instead|more|another|wait|not|no|don'?t|won'?t|can'?t|si no|antes|"
    r"primero|hasta|m[aá]s)\b",
    re.I,
)


def confirms_and_asks(scene: Scene) -> bool:
    """Whether the deal is confirmed in so many words, and what is asked beside is of the papers alone."""
    heard = scene.heard
    confirmed = _CONFIRMS.search(heard.text)
    return (
        bool(confirmed and heard.questions and _OF_PAPERS.search(heard.text))
        and not _TURNS.search(heard.text)
        and not (heard.figures or heard.conditions)
        and not heard.has(*(act for act in UNCLEAN if act != Act.ASKS), Act.LEAVES)
    )


def _ask_if_yes(scene: Scene, agreed: Decimal) -> Move:
    """Only whether it was a yes."""
    scene.say_money("is_yes", {"amount": agreed})
    scene.wait_for(Expecting.CONFIRMATION)
    return Move.WAIT


def _hold_to(scene: Scene, agreed: Decimal, wanted: Decimal) -> Move:
    """More was asked for after the agreement: it stands as it is, or there is none; the ask is kept."""
    dealing, load = scene.deal
    forget(scene)
    take_down(scene, wanted)
    dealing.wanted = str(wanted)
    scene.notes.go_to(Step.SURE)
    dealing.held, dealing.is_refused = str(agreed), True
    scene.say_money("hold_to", {"amount": agreed}, number=number(load))
    scene.wait_for(Expecting.CONFIRMATION)
    return Move.WAIT


def _ask_for_figure(scene: Scene) -> Move:
    """Back to where we stood."""
    standing = scene.deal[0].haggling
    assert standing is not None, "undone, not forgotten"
    scene.deal[0].is_refused = True
    scene.notes.go_to(Step.MONEY)
    scene.say_money("what_then", {"offer": standing.offer})
    scene.wait_for(Expecting.OFFER)
    return Move.WAIT


def close(scene: Scene) -> Move:
    """Book it where the agent may, else leave it to the broker, and say which; one with a condition is left to them."""
    dealing, load = scene.deal
    amount = dealing.figure
    assert amount is not None, "there is something to agree on"
    verdict = identity.check(scene)
    if verdict == Verdict.REFUSED:
        scene.say("not_qualified")
        scene.end()
        return Move.WAIT
    if price_talks.is_settled_elsewhere(scene.price_talk, scene.talk.conversation):
        return bargaining.closed(scene)
    if not finding.is_available(load):
        return _lost(scene)
    effect = capacity.effect_for(scene, load)
    if effect == Effect.FAIL:
        dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, ""
        return choosing.refuse(scene, load)
    if (effect == Effect.PARTIAL_PASS or dealing.conditions) and verdict == Verdict.BOOK:
        verdict = Verdict.BID
    remark = " ".join(
        filter(None, [_remark(verdict), *(f"Condition: “{each}”." for each in dealing.conditions)])
    )
    bid = take_down(scene, amount, remark, carrier=scene.talk.conversation.carrier)
    minutes = _hold(scene, bid, load, amount) if bid is not None and verdict == Verdict.BOOK else 0
    if minutes:
        dealing.outcome = Outcome.BID
        _keep_agreement(scene, amount)
        scene.say_money("held", {"amount": amount}, number=number(load), minutes=str(minutes))
        return details.ask_details(scene)
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
            return details.ask_details(scene)
    dealing.outcome = Outcome.BID
    _keep_agreement(scene, amount)
    name = "passed_on_call" if verdict == Verdict.CALL_BACK else "passed_on"
    scene.say_money(name, {"amount": amount}, number=number(load))
    if verdict == Verdict.CALL_BACK:
        scene.notes.callback = {"time": "", "zone": "", "phone": scene.notes.registered, "words": ""}
    return details.ask_details(scene)


def _hold(scene: Scene, bid: Bid, load: Load, amount: Decimal) -> int:
    """Hold the bid while other carriers answer who were called about the load; within how many minutes that ends."""
    if load.external_id != scene.call_facts.load_id or scene.turn is None or not scene.rules.agent_may_book:
        return 0
    return hold_bid(scene.turn, bid=bid, amount=amount, at=scene.talk.at)


def _keep_agreement(scene: Scene, amount: Decimal) -> None:
    conversation, talk = scene.talk.conversation, scene.price_talk
    price_talks.keep_agreement(talk, amount, conversation=conversation, by=scene.by, at=scene.talk.at)


def forget(scene: Scene) -> None:
    """Nothing is agreed on any more; see `price_talks.take_back`."""
    dealing, _ = scene.deal
    talk, conversation = scene.price_talk, scene.talk.conversation
    dealing.once_agreed = dealing.agreed
    is_forgotten = price_talks.take_back(talk, conversation=conversation, by=scene.by, at=scene.talk.at)
    if is_forgotten and dealing.wanted and Decimal(dealing.wanted) == dealing.figure:
        dealing.wanted = dealing.wanted_before
    dealing.standing, dealing.agreed = talk.standing, ""


def undo(scene: Scene) -> None:
    """The carrier doesn't stand by it: the bid is what it asked before, or is taken back."""
    if price_talks.is_settled_elsewhere(scene.price_talk, scene.talk.conversation):
        scene.deal[0].agreed = ""
        return
    forget(scene)
    dealing, _ = scene.deal
    if dealing.wanted:
        take_down(scene, Decimal(dealing.wanted))
        return
    withdraw(scene, "not confirmed when read back")


def withdraw(scene: Scene, reason: str) -> None:
    """The bid that waits is none."""
    bid = _waiting(scene).first()
    if bid is not None:
        withdraw_bid(bid=bid, reason=reason, by=scene.by, at=scene.talk.at)


def number_of(dealing: Dealing) -> str:
    """The number of a load that was talked about, as it is said."""
    return wording.load_number(dealing.number)


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
