"""Talking about money: bids.negotiation decides, this carries it out and takes every figure down.

Only a clean agreement to our figure takes it. A condition is kept and the question asked again; where a yes isn't clear
the agent asks once whether it is one; whoever has turned our offer down hasn't taken it by saying "okay".
"""

import re
from collections.abc import Collection
from decimal import Decimal

from bids.carrier_sales import choosing, closing, finding
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Dealing, Outcome, Step
from bids.negotiation import (
    Action,
    Flag,
    Rule,
    Standing,
    Terms,
    accept_offer,
    begin,
    hear_ask,
    press,
    split,
    total_of,
)
from bids.negotiation import Step as Answer
from bids.services.negotiating import by_the_clock, opening_terms, record_step, terms_of
from calls.language.reading import Act, Expecting, Figure, Role, Topic

SPOKEN = Decimal(5)  # dollars: what we work out is said in whole fives
LIMIT = Decimal(10) ** 9  # dollars that nobody means, by the mile or on top: the policy asks again
LINES = {Action.HOLD: "hold", Action.COUNTER: "counter", Action.LAST_OFFER: "last_offer"}
MAX_CONDITIONS = 5  # kept for the broker
MAX_CONDITION = 200  # characters


def start(scene: Scene) -> Move:
    """Name our offer; where the caller named a figure before, answer that one instead."""
    dealing, load = scene.deal
    terms = terms_of(load)
    if terms is None or not finding.is_available(load):
        return withdraw(scene)
    if dealing.standing is None:
        terms = opening_terms(_by_now(scene, terms), load, at=scene.talk.at)
        dealing.standing = begin(terms, scene.policy).to_json()
    scene.notes.go_to(Step.MONEY)
    keep_conditions(scene, scene.notes.early_conditions)
    scene.notes.early_conditions = []
    if scene.notes.early_ask:
        amount, role = scene.notes.early_ask
        scene.notes.early_ask = []
        return hear_figure(scene, Figure(Decimal(amount), Role(role)))
    ask(scene)
    return Move.WAIT


def ask(scene: Scene) -> None:
    """Name our standing offer."""
    scene.notes.go_to(Step.MONEY)
    scene.say_money("offer", {"offer": _standing(scene).offer})
    scene.wait_for(Expecting.OFFER)


def hear(scene: Scene) -> Move:
    """A no before a figure, a figure before a yes; then what else a carrier says about money."""
    heard, standing = scene.heard, _standing(scene)
    dealing, load = scene.notes.dealing, scene.load
    terms = terms_of(load) if load else None
    if dealing is None or load is None or terms is None or not finding.is_available(load):
        return withdraw(scene)
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
    if heard.has(Act.CLAIMS):
        scene.say_money("claim", {"offer": standing.offer})
        scene.wait_for(Expecting.OFFER)
        return Move.WAIT
    if heard.agrees:
        return _obey(scene, accept_offer(standing, terms=terms, rules=scene.policy), None)
    if _leans_to_yes(scene):
        return ask_if_sure(scene)
    return _hear_without_figure(scene, standing, terms)


def hear_if_sure(scene: Scene) -> Move:
    """What is answered to "do you want the load at that figure?"; only a yes takes it."""
    heard, standing = scene.heard, _standing(scene)
    load = scene.load
    terms = terms_of(load) if load else None
    if load is None or terms is None or not finding.is_available(load):
        return withdraw(scene)
    is_plain_yes = heard.is_sure_of(Act.YES) and not (
        heard.questions or heard.conditions or heard.own_figures or heard.has(*_SPOILING)
    )
    dealing = scene.deal[0]
    is_repeated = bool(heard.conditions) and is_kept(dealing, heard.conditions) and not heard.questions
    if is_repeated and not dealing.held and heard.has(Act.YES, Act.AGREES, Act.AGREES_IF):
        keep_conditions(scene, heard.conditions)
        # "Yes, if they cover the lumper, I just said that": it is read back, and left to the broker.
        return _obey(scene, accept_offer(standing, terms=terms, rules=scene.policy), None)
    if dealing.held and (heard.agrees or is_plain_yes):
        held, dealing.held = Decimal(dealing.held), ""
        return hear_figure(scene, Figure(held), is_ours=True)
    if heard.agrees or is_plain_yes:
        return _obey(scene, accept_offer(standing, terms=terms, rules=scene.policy), None)
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
    heard, standing = scene.heard, _standing(scene)
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


# Beside one of these a "yes" takes nothing.
_SPOILING = (
    *(Act.AGREES_IF, Act.REFUSES, Act.DECLINES, Act.COUNTERS, Act.ASKS_MORE, Act.SPLITS, Act.NO, Act.LEAVES),
    *(Act.CALLBACK, Act.HOLDS, Act.UNSURE, Act.REPEAT, Act.CLAIMS),
)


# Words that tell one condition from another.
_TELLING = re.compile(
    r"\b(?!there|where|their|about|after|before|would|could|should|broker|okay)[a-záéíóúñ]{5,}"
)


def _telling(words: str) -> set[str]:
    return set(_TELLING.findall(words.casefold()))


def is_kept(dealing: Dealing, conditions: Collection[str]) -> bool:
    """Whether all that a yes hangs on is kept as a condition already, by a word that tells it."""
    kept = {word for each in dealing.conditions for word in _telling(each)}
    return bool(kept) and all(kept & _telling(each) for each in conditions)


def _leans_to_yes(scene: Scene) -> bool:
    """Whether it may be a yes to our offer: an unclear one, one with a condition, or one with a question answered.

    A bare "okay" may be one too, but not after our offer was turned down, and not beside a good-bye.
    """
    heard = scene.heard
    if heard.has(Act.REFUSES, Act.NO, Act.ASKS_MORE, Act.SPLITS, Act.HOLDS, Act.CALLBACK, Act.LEAVES):
        return heard.is_sure_of(Act.AGREES) and not heard.has(Act.HOLDS, Act.CALLBACK)
    if heard.has(Act.AGREES, Act.AGREES_IF):
        return True
    return heard.has(Act.YES) and not heard.questions and not scene.deal[0].is_refused


def _hear_without_figure(scene: Scene, standing: Standing, terms: Terms) -> Move:
    """Too low, better, halfway, firm, something else: what is wanted of us, though no figure was named."""
    heard = scene.heard
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
        return _obey(scene, press(standing, terms=_by_now(scene, terms), rules=scene.policy), None)
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
        return _standing(scene).offer + figure.amount
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
    terms = _by_now(scene, terms)
    answer = hear_ask(_standing(scene), ask, terms=terms, rules=scene.policy, is_worked_out=is_worked_out)
    return _obey(scene, answer, figure)


def _obey(scene: Scene, answer: Answer, said: Figure | None) -> Move:
    """Write the step and the bid, and say what the policy decided."""
    dealing, load = scene.deal
    before = dealing.standing
    record_step(
        conversation=scene.talk.conversation,
        load=load,
        heard=scene.heard.text,
        said=said,
        step=answer,
        at=scene.talk.at,
        is_locked=True,
    )
    dealing.standing, dealing.outcome = answer.standing.to_json(), ""
    dealing.is_refused = False
    if answer.action == Action.ACCEPT:
        dealing.agreed, dealing.is_ours = str(answer.amount), answer.rule == Rule.OFFER_TAKEN
        dealing.before = before
        if not closing.take_down(scene, answer.amount):
            return _closed(scene)
        closing.ask(scene)
        return Move.WAIT
    dealing.agreed = ""
    if not _keep_bid(scene, answer):
        return _closed(scene)
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


def _closed(scene: Scene) -> Move:
    """Somebody decided on the bid during the talk: nothing more is asked of it."""
    dealing, load = scene.deal
    scene.say("already_agreed", number=closing.number(load))
    dealing.agreed, dealing.outcome = "", dealing.outcome or Outcome.BID
    return Move.MORE


def _by_now(scene: Scene, terms: Terms) -> Terms:
    """With as much of the rate range as is open at this moment."""
    return by_the_clock(terms, scene.deal[1], rules=scene.rules, at=scene.talk.at)


def _standing(scene: Scene) -> Standing:
    standing = scene.deal[0].haggling
    assert standing is not None, "money is talked about after our first offer"
    return standing
