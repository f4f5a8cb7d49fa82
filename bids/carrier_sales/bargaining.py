"""Talking about money: bids.negotiation decides, this carries it out and takes every figure down.

Only a clean agreement to our figure takes it. A condition is kept and the question asked again; where a yes isn't clear
the agent asks once whether it is one; whoever has turned our offer down hasn't taken it by saying "okay".
"""

import re
from decimal import Decimal

from bids import moves
from bids.carrier_sales import choosing, closing, finding
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Outcome, Step
from bids.carrier_sales.vetting import Verdict
from bids.concessions import Terms, hours_until
from bids.models import Bid
from bids.moves import Kind
from bids.negotiation import Action, Flag, Rule, Standing, split, total_of
from bids.negotiation import Step as Answer
from bids.services import price_talks
from bids.services.negotiating import record_step, terms_of
from bids.states import PriceTalkStatus
from calls.language.reading import Act, Expecting, Figure, Role, Topic

SPOKEN = Decimal(5)  # dollars: what we work out is said in whole fives
LIMIT = Decimal(10) ** 9  # dollars that nobody means, by the mile or on top: the policy asks again
LINES = {Action.HOLD: "hold", Action.COUNTER: "counter", Action.LAST_OFFER: "last_offer"}
MAX_CONDITIONS = 5  # kept for the broker
MAX_CONDITION = 200  # characters


def start(scene: Scene) -> Move:
    """Name our offer, or where the talk stood; where the caller named a figure before, answer that one instead."""
    dealing, load = scene.deal
    terms = terms_of(load)
    if terms is None or not finding.is_available(load):
        return withdraw(scene)
    line = "offer"
    if dealing.standing is None:
        taken = _take_up(scene, scene.opening(terms))
        if isinstance(taken, Move):
            return taken
        line = taken
    scene.notes.go_to(Step.MONEY)
    keep_conditions(scene, scene.notes.early_conditions)
    scene.notes.early_conditions = []
    if scene.notes.early_ask:
        amount, role = scene.notes.early_ask
        scene.notes.early_ask = []
        return hear_figure(scene, Figure(Decimal(amount), Role(role)))
    ask(scene, line)
    return Move.WAIT


def _take_up(scene: Scene, terms: Terms) -> Move | str:
    """Go on where the carrier's talk about the load stood; the line to name our offer by, or where that isn't done.

    Whoever calls from a number that isn't the carrier's hears nothing of earlier calls, and settles nothing anew.
    """
    dealing, load = scene.deal
    taken = scene.take_up(terms)
    talk = taken.talk
    is_strange = scene.notes.verdict == Verdict.CALL_BACK
    if taken.is_spoken_for:
        dealing.outcome = Outcome.LOAD_UNAVAILABLE
        scene.say("with_colleague", number=closing.number(load))
        return Move.MORE
    if talk.status == PriceTalkStatus.BOOKED or (talk.is_agreed and is_strange):
        return closed(scene)
    dealing.standing, dealing.outcome = talk.standing, ""
    if taken.is_new:
        return "offer"
    standing = _told(scene)
    dealing.wanted_before, dealing.wanted = ["", "", *map(str, standing.asks)][-2:]
    dealing.is_refused = talk.status == PriceTalkStatus.REFUSED
    waiting = Bid.objects.filter(price_talk=talk, status__in=Bid.lifecycle.unfinished)
    for details in waiting.values_list("details", flat=True)[:1]:
        dealing.conditions = list(details.get("conditions", ()))
    if talk.agreed_amount is not None and talk.agreed_amount <= terms.limit:
        dealing.agreed = str(talk.agreed_amount)
        line = "again_agreed" if talk.is_agreed else "again_read_back"
        scene.say_money(line, {"amount": talk.agreed_amount}, number=closing.number(load))
        closing.ask(scene)
        return Move.WAIT
    if taken.is_changed:
        return "again_changed"
    if is_strange:
        return "offer"
    return "again_final" if standing.is_final else "again"


def ask(scene: Scene, line: str = "offer") -> None:
    """Name our standing offer."""
    scene.notes.go_to(Step.MONEY)
    scene.say_money(line, {"offer": _told(scene).offer})
    scene.wait_for(Expecting.OFFER)


def ask_once_more(scene: Scene) -> None:
    """Name it again, in other words where it is what a question was about, or nothing was understood."""
    ask(scene, "offer_once_more" if scene.said & {"unclear", "a_mile"} else "offer")


def hear(scene: Scene) -> Move:
    """A no before a figure, a figure before a yes; then what else a carrier says about money."""
    heard, standing = scene.heard, _told(scene)
    dealing, load = scene.notes.dealing, scene.load
    terms = terms_of(load) if load else None
    if dealing is None or load is None or terms is None or not finding.is_available(load):
        return withdraw(scene)
    if _NAMED_NONE.search(heard.text) and not heard.own_figures and dealing.wanted:
        return _take_back_figure(scene)
    if heard.has(Act.DECLINES) and not heard.own_figures:
        dealing.outcome = Outcome.DECLINED
        if heard.asks(Topic.OTHER_LOADS) or heard.origin or heard.destination:
            choosing.note_wishes(scene)
            return choosing.offer_others(scene, like=load)
        return Move.LEAVE
    is_probing = heard.asks(Topic.CUSTOMER_RATE, Topic.CEILING)
    # "They're giving 2,325 at Echo": somebody else's price, unless it is surely their own.
    is_claim = heard.is_sure_of(Act.CLAIMS) and not heard.is_sure_of(Act.COUNTERS)
    if standing.asks and heard.conditions and all(each.role == Role.ON_TOP for each in heard.own_figures):
        # "If it's gotta be tarped that's another 150": on top of what they ask, should it come to that.
        keep_conditions(scene, heard.conditions)
        is_claim = True
    if heard.own_figures and not is_probing and not is_claim:
        keep_conditions(scene, heard.conditions)
        return hear_figure(scene, figure_of(heard.own_figures))
    if is_probing:
        scene.say_money("not_told", {"offer": standing.offer})
        scene.wait_for(Expecting.OFFER)
        return Move.WAIT
    if heard.has(Act.CLAIMS) and _means_our_agreement(scene, dealing.once_agreed):
        return hear_figure(scene, Figure(Decimal(dealing.once_agreed)))
    if heard.has(Act.CLAIMS):
        scene.say_money("claim", {"offer": standing.offer})
        scene.wait_for(Expecting.OFFER)
        return Move.WAIT
    if heard.agrees:
        return _take_offer(scene, terms)
    if _leans_to_yes(scene):
        return ask_if_sure(scene)
    return _hear_without_figure(scene, terms)


_NAMED_NONE = re.compile(
    r"\b(?:i|we) (?:did ?n[o']?t|never|have ?n[o']?t|ain'?t|have not) (?:even )?(?:say|said|give|gave|"
    r"given|name|named|"
    r"ask(?:ed)? for|quoted?)\b(?: \w+){0,4} (?:number|rate|price|figure|amount)\b|"
    r"\b(?:no (?:le )?(?:he dicho|dije)|nunca dije) (?:\w+ ){0,3}(?:n[uú]mero|precio|tarifa|cantidad)\b",
    re.I,
)


def _take_back_figure(scene: Scene) -> Move:
    """A figure that was never named, but misheard, is taken back with the bid that came of it."""
    dealing, talk = scene.deal[0], scene.price_talk
    heard = Decimal(dealing.wanted)
    if not price_talks.unsay(
        talk, heard, conversation=scene.talk.conversation, by=scene.by, at=scene.talk.at
    ):
        return _ask_figure(scene, _standing(scene))
    dealing.standing = talk.standing
    dealing.wanted, dealing.wanted_before = dealing.wanted_before, ""
    if dealing.wanted:
        closing.take_down(scene, Decimal(dealing.wanted))
    else:
        closing.withdraw(scene, "misheard: the carrier named no figure")
    scene.say("misheard")
    return _ask_figure(scene, _standing(scene))


_AS_AGREED = re.compile(
    r"\b(?:(?:like|as|what) we(?:'d| had)? (?:agreed|said)|(?:como|en que|que) (?:ya )?(?:habíamos|habiamos|quedamos))"
)


def _means_our_agreement(scene: Scene, agreed: str) -> bool:
    """Whether "as we agreed" is what was read back earlier in this talk, rather than what we can't check."""
    named = {each.amount for each in scene.heard.figures}
    return bool(agreed) and named == {Decimal(agreed)} and bool(_AS_AGREED.search(scene.heard.text.lower()))


def hear_if_sure(scene: Scene) -> Move:
    """What is answered to "do you want the load at that figure?"; only a yes takes it."""
    heard, standing = scene.heard, _told(scene)
    load = scene.load
    terms = terms_of(load) if load else None
    if load is None or terms is None or not finding.is_available(load):
        return withdraw(scene)
    is_plain_yes = closing.confirms_and_asks(scene) or (
        heard.is_sure_of(Act.YES)
        and not (heard.questions or heard.conditions or heard.own_figures or heard.has(*_SPOILING))
    )
    dealing = scene.deal[0]
    is_repeated = bool(heard.conditions) and dealing.has_conditions(heard.conditions) and not heard.questions
    if is_repeated and not dealing.held and heard.has(Act.YES, Act.AGREES, Act.AGREES_IF):
        keep_conditions(scene, heard.conditions)
        # "Yes, if they cover the lumper, I just said that": it is read back, and left to the broker.
        return _take_offer(scene, terms)
    if dealing.held and (heard.agrees or is_plain_yes):
        held, dealing.held = Decimal(dealing.held), ""
        return _take_held(scene, held, terms)
    if heard.agrees or is_plain_yes:
        return _take_offer(scene, terms)
    if dealing.held and not (heard.own_figures or heard.has(Act.NO, Act.REFUSES, Act.DECLINES, Act.LEAVES)):
        return Move.ASK_AGAIN
    dealing.held = ""
    scene.notes.go_to(Step.MONEY)
    if heard.has(Act.NO) and not heard.has(Act.AGREES, Act.LEAVES, Act.DECLINES):
        return _ask_figure(scene, standing)
    if heard.has(Act.LEAVES):
        return Move.LEAVE
    return hear(scene)


def ask_if_sure(scene: Scene) -> Move:
    """Keep the condition, if there is one, and ask whether the load is wanted at our figure."""
    heard, standing = scene.heard, _told(scene)
    if heard.conditions or heard.has(Act.AGREES_IF):
        keep_conditions(scene, heard.conditions or (heard.text,))
        scene.say("condition_noted")
    scene.notes.go_to(Step.SURE)
    scene.notes.tries += 1
    if scene.deal[0].held:
        held = Decimal(scene.deal[0].held)
        scene.say_money("hold_to", {"amount": held}, number=closing.number_of(scene.deal[0]))
        scene.wait_for(Expecting.CONFIRMATION)
        return Move.WAIT
    scene.say_money("sure", {"offer": standing.offer}, number=closing.number_of(scene.deal[0]))
    scene.wait_for(Expecting.CONFIRMATION)
    return Move.WAIT


def keep_conditions(scene: Scene, conditions: list[str] | tuple[str, ...]) -> None:
    """What the carrier's word hangs on, for the broker: a deal with one isn't booked by the agent."""
    dealing = scene.notes.dealing
    if dealing is None:
        return
    for each in conditions:
        words = each.strip()[:MAX_CONDITION]
        if words and words not in dealing.conditions:
            dealing.conditions = [*dealing.conditions, words][-MAX_CONDITIONS:]
    if conditions:
        closing.write_conditions(scene)


def drop_conditions(scene: Scene) -> None:
    """The carrier's word hangs on nothing any more: they said so."""
    scene.notes.early_conditions = []
    if scene.notes.dealing is not None and scene.notes.dealing.conditions:
        scene.notes.dealing.conditions = []
        closing.write_conditions(scene)


# Beside one of these a "yes" takes nothing.
_SPOILING = (
    *(Act.AGREES_IF, Act.REFUSES, Act.DECLINES, Act.COUNTERS, Act.ASKS_MORE, Act.SPLITS, Act.NO, Act.LEAVES),
    *(Act.CALLBACK, Act.HOLDS, Act.UNSURE, Act.REPEAT, Act.CLAIMS),
)


def _leans_to_yes(scene: Scene) -> bool:
    """Whether it may be a yes to our offer: an unclear one, one with a condition, or one with a question answered.

    A bare "okay" may be one too, but not after our offer was turned down, and not beside a good-bye.
    """
    heard = scene.heard
    is_off = heard.has(Act.ASKS_MORE, Act.SPLITS, Act.HOLDS, Act.CALLBACK, Act.LEAVES)
    if heard.conditions and heard.has(Act.AGREES_IF) and not (is_off or heard.is_sure_of(Act.REFUSES)):
        return True  # "si no piden macropoint, me la llevo"
    if heard.has(Act.REFUSES, Act.NO, Act.ASKS_MORE, Act.SPLITS, Act.HOLDS, Act.CALLBACK, Act.LEAVES):
        return heard.is_sure_of(Act.AGREES) and not heard.has(Act.HOLDS, Act.CALLBACK)
    if heard.has(Act.AGREES, Act.AGREES_IF):
        return True
    return heard.has(Act.YES) and not heard.questions and not scene.deal[0].is_refused


def _take_offer(scene: Scene, terms: Terms) -> Move:
    """Our offer is taken: the one that this caller has heard, whatever was offered in another call meanwhile."""
    told, standing = _told(scene), _standing(scene)
    if told.offer < standing.offer:
        return hear_figure(scene, Figure(told.offer), is_ours=True)
    return _answer(scene, Kind.YES, terms)


def _take_held(scene: Scene, held: Decimal, terms: Terms) -> Move:
    """What was read back before more was asked for is taken after all: it stays agreed, if rates still allow it."""
    return _answer(scene, Kind.HELD, terms, Figure(held), held)


def _hear_without_figure(scene: Scene, terms: Terms) -> Move:
    """Too low, better, halfway, firm, something else: what is wanted of us, though no figure was named."""
    heard, standing = scene.heard, _told(scene)
    middle = split(standing) if heard.has(Act.SPLITS) else None
    if middle is not None:
        return hear_figure(scene, Figure(middle // SPOKEN * SPOKEN), is_worked_out=True)
    if heard.has(Act.FIRM) and standing.asks:
        return hear_figure(scene, Figure(min(standing.asks)))
    is_no = heard.has(Act.NO, Act.REFUSES)
    if is_no:
        scene.deal[0].is_refused = True
    if heard.has(Act.LEAVES):
        return Move.LEAVE
    if heard.has(Act.ASKS_MORE) or (is_no and (standing.asks or scene.notes.tries)):
        return _answer(scene, Kind.MORE, scene.by_now(terms))
    if is_no or heard.has(Act.SPLITS, Act.FIRM):
        return _ask_figure(scene, standing)
    if heard.asks(Topic.OTHER_LOADS):
        return choosing.offer_others(scene, like=scene.load)
    if heard.has(Act.YES):  # "okay", said by somebody who has turned our offer down
        return _ask_figure(scene, standing)
    return Move.ASK_AGAIN


def _ask_figure(scene: Scene, standing: Standing) -> Move:
    """What would they need?"""
    scene.notes.go_to(Step.MONEY)
    scene.notes.tries += 1
    scene.say_money("ask_figure", {"offer": standing.offer})
    scene.wait_for(Expecting.OFFER)
    return Move.WAIT


def figure_of(figures: tuple[Figure, ...]) -> Figure:
    """The figure that counts of those named: the last."""
    return figures[-1]


def total(scene: Scene, figure: Figure) -> Decimal | None:
    """Dollars for the whole load; None for a rate per mile of unknown miles."""
    _, load = scene.deal
    if figure.role == Role.ASK or not abs(figure.amount) < LIMIT:
        return figure.amount
    if figure.role == Role.ON_TOP:
        return _told(scene).offer + figure.amount
    return total_of(figure.amount, load.total_distance) if load.total_distance else None


def hear_figure(scene: Scene, figure: Figure, *, is_worked_out: bool = False, is_ours: bool = False) -> Move:
    """Answer a figure; one that we worked out ourselves mustn't make us the first to name the ceiling.

    `is_ours`: the carrier didn't name it, but takes what we said.
    """
    dealing, load = scene.deal
    ask = total(scene, figure)
    if ask is not None and not is_ours:
        dealing.wanted_before, dealing.wanted = dealing.wanted, str(ask)
    terms = terms_of(load)
    if terms is None:
        return withdraw(scene)
    if ask is None:
        scene.say("ask_total")
        scene.wait_for(Expecting.OFFER)
        return Move.WAIT
    is_worked_out = is_worked_out or figure.role != Role.ASK
    return _answer(scene, Kind.ASK, scene.by_now(terms), figure, ask, is_worked_out=is_worked_out)


def _answer(
    scene: Scene,
    kind: Kind,
    terms: Terms,
    said: Figure | None = None,
    amount: Decimal | None = None,
    *,
    is_worked_out: bool = False,
) -> Move:
    """Have the policy decide, write the step, the price talk and the bid, and say what it is.

    `said` is the figure as it was named, `amount` what it comes to for the load.
    """
    dealing, load = scene.deal
    talk = scene.price_talk
    move = moves.Move(
        kind=kind,
        at=scene.talk.at,
        terms=terms,
        rules=scene.policy,
        amount=amount,
        is_worked_out=is_worked_out,
        is_contested=scene.is_contested,
        hours=hours_until(load.pickup_at, at=scene.talk.at),
    )
    answer = moves.answer(Standing.from_json(talk.standing), move)
    if price_talks.is_settled_elsewhere(talk, scene.talk.conversation):
        return closed(scene)
    is_accepted = answer.action == Action.ACCEPT
    record_step(
        conversation=scene.talk.conversation,
        load=load,
        heard=scene.heard.text,
        said=said,
        step=answer,
        price_talk=talk,
        at=scene.talk.at,
        is_locked=True,
    )
    conversation = scene.talk.conversation
    price_talks.keep_answer(talk, move, answer, conversation=conversation, by=scene.by, at=scene.talk.at)
    dealing.standing, dealing.outcome = talk.standing, ""
    dealing.is_refused = False
    if is_accepted:
        if str(answer.amount) != dealing.once_agreed:
            dealing.read_backs = 0
        dealing.agreed, dealing.is_ours = str(answer.amount), answer.rule == Rule.OFFER_TAKEN
        if not closing.take_down(scene, answer.amount):
            return closed(scene)
        closing.ask(scene)
        return Move.WAIT
    dealing.agreed = ""
    if not _keep_bid(scene, answer):
        return closed(scene)
    if answer.action == Action.REFUSE:
        return _part(scene, answer)
    scene.notes.go_to(Step.MONEY)
    if answer.rule == Rule.NOT_A_RATE:
        scene.say("say_figure_again")
    elif answer.rule == Rule.FAR_ABOVE:
        scene.say_money("far_above", {"offer": answer.amount})
    else:
        if answer.action == Action.LAST_OFFER and scene.is_contested:
            scene.say("best_and_final")
        # Nobody is asked to come down from a figure that they never named.
        is_open = answer.action == Action.HOLD and not answer.standing.asks
        scene.say_money("ask_figure" if is_open else LINES[answer.action], {"offer": answer.amount})
    scene.wait_for(Expecting.OFFER)
    return Move.WAIT


def _keep_bid(scene: Scene, answer: Answer) -> bool:
    """Take the ask down, and our offer in return; false where the bid was decided on meanwhile."""
    if answer.ask is None or Flag.HARDLY_A_RATE in answer.flags:
        return True
    offered = None if answer.action == Action.REFUSE else answer.amount
    return closing.take_down(scene, answer.ask, offered=offered) is not None


def _part(scene: Scene, answer: Answer) -> Move:
    """No deal on this load; its bid stays for the broker."""
    dealing, _ = scene.deal
    dealing.outcome = Outcome.DECLINED
    if answer.rule == Rule.RATES_CHANGED:
        scene.say("rates_changed")
    elif answer.rule == Rule.LEFT_TO_BROKER:
        scene.say_money("left_to_broker", {"offer": answer.amount})
    else:
        scene.say_money("refuse", {"offer": answer.amount})
    return Move.MORE


def withdraw(scene: Scene) -> Move:
    """The load went away while we talked: others like it."""
    dealing = scene.notes.dealing
    if dealing is not None:
        dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, ""
    scene.say("just_taken")
    return choosing.offer_others(scene, like=scene.load)


def closed(scene: Scene) -> Move:
    """It was agreed on in another call, or decided on by somebody: nothing more is asked of it."""
    dealing, load = scene.deal
    scene.say("already_agreed", number=closing.number(load))
    dealing.agreed, dealing.outcome = "", dealing.outcome or Outcome.BID
    return Move.MORE


def _told(scene: Scene) -> Standing:
    """Where the talk stands as this caller has heard it."""
    standing = scene.deal[0].haggling
    assert standing is not None, "money is talked about after our first offer"
    return standing


def _standing(scene: Scene) -> Standing:
    """Where the talk stands, over all calls."""
    return Standing.from_json(scene.price_talk.standing)
